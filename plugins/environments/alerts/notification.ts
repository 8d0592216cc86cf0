import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/http'
import { environmentsWrite } from '../contracts/index.js'
import { quotaWarned } from '../event_types.js'

/** Once a month for each limit and threshold; where alerts of the environment are off, the feed alone tells it. */
export const limitNearlyReached: NotificationKind = {
  label: text('Limit nearly reached'),
  description: text('An environment has used more than 75 % or 90 % of what it may use.'),
  on: [quotaWarned],
  permission: environmentsWrite,
  to: 'holders',
  defaults: { console: true, mail: true },
  // Events of older versions have been mailed.
  wants: ({ payload }) => payload.isAlerted === true,
}

import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { environmentsWrite } from '../contracts/index.js'
import { quotaWarned } from '../event_types.js'

/**
 * Notifies people once a month for each limit and threshold. If alerts of the environment are disabled, the
 * alert appears only in the activity feed.
 */
export const limitNearlyReached: NotificationKind = {
  label: text('Limit nearly reached'),
  description: text('An environment has used more than 75 % or 90 % of a limit.'),
  on: [quotaWarned],
  permission: environmentsWrite,
  to: 'holders',
  defaults: { console: true, mail: true },
  // Events of older versions have no `isAlerted`. Their mails were already sent.
  wants: ({ payload }) => payload.isAlerted === true,
}

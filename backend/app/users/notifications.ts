import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/http'
import { usersRead } from './contracts/index.js'
import { userImportCompleted, userImportFailed } from './event_types.js'

export const importEnded: NotificationKind = {
  label: text('Import of people finished'),
  description: text('A file of people that you imported was worked on, or could not be.'),
  on: [userImportCompleted, userImportFailed],
  permission: usersRead,
  to: ({ userId }) => [userId],
  defaults: { console: true, mail: false },
}

import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { usersRead } from './contracts/index.js'
import { userImportCompleted, userImportFailed } from './event_types.js'

export const importEnded: NotificationKind = {
  label: text('Import of people finished'),
  description: text('An import of people that you started has finished or failed.'),
  on: [userImportCompleted, userImportFailed],
  permission: usersRead,
  to: ({ userId }) => [userId],
  defaults: { console: true, mail: false },
}

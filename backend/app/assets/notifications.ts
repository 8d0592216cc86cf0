import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { folderAccessTaken } from './event_types.js'

/** For people who lost access to a folder, and for the folder's creator. */
export const folderTaken: NotificationKind = {
  label: text('Access to a folder removed'),
  description: text(
    'You lost access to a folder or may no longer change it, or people lost access to a folder of yours.'
  ),
  on: [folderAccessTaken],
  // People who lost access may not read the folder, but still get this notification.
  permission: null,
  to: ({ payload }) => ids(payload.people),
  exceptActor: true,
  defaults: { console: true, mail: false },
  sentence: ({ name }) =>
    text('The permissions of the folder {name} changed: people lost access or may only look', {
      name: String(name),
    }),
}

const ids = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []

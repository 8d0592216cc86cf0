import type { NotificationKind } from '@crossdock/backend/notifications'
import { usersWrite } from '@crossdock/backend/users'
import { text } from '@crossdock/kernel/http'
import { sessionsClosed, userSignedIn } from './event_types.js'

/** Somebody who is not oneself may be behind it. */
export const newDevice: NotificationKind = {
  label: text('Sign-in from a new device'),
  description: text('Somebody signed in as you from a browser you have not used before.'),
  on: [userSignedIn],
  permission: null,
  to: ({ userId }) => [userId],
  defaults: { console: true, mail: true },
  wants: ({ payload }) => typeof payload.newDevice === 'string',
  place: { label: text('See and end your sessions'), path: '/settings?tab=security' },
  sentence: ({ newDevice: device }) =>
    text(
      'You signed in from a device that is new: {device}. If it was not you, end that session.',
      {
        device: String(device),
      }
    ),
}

export const firstSignIn: NotificationKind = {
  label: text('Invitation accepted'),
  description: text('Somebody signed in to your organization for the first time.'),
  on: [userSignedIn],
  permission: usersWrite,
  to: 'holders',
  exceptActor: true,
  defaults: { console: true, mail: false },
  wants: ({ payload }) => payload.isFirst === true,
  sentence: ({ email }) => text('{email} signed in for the first time', { email: String(email) }),
}

export const endedByOthers: NotificationKind = {
  label: text('Your sessions were ended'),
  description: text('Somebody else ended your sessions.'),
  on: [sessionsClosed],
  permission: null,
  to: ({ targetId }) => [targetId],
  exceptActor: true,
  defaults: { console: true, mail: true },
  sentence: () => text('Your sessions were ended by somebody else'),
}

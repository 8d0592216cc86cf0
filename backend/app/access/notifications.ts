import type { NotificationKind } from '@crossdock/backend/notifications'
import { usersWrite } from '@crossdock/backend/users'
import { text } from '@crossdock/kernel/ground'
import { sessionsClosed, userSignedIn } from './event_types.js'

/** Warns the owner, because another person may have signed in. */
export const newDevice: NotificationKind = {
  label: text('Sign-in from a new device'),
  description: text('Your account signed in from a browser you have not used before.'),
  on: [userSignedIn],
  permission: null,
  to: ({ userId }) => [userId],
  defaults: { console: true, mail: true },
  wants: ({ payload }) => typeof payload.newDevice === 'string',
  place: { label: text('See and end your sessions'), path: '/settings?tab=security' },
  sentence: ({ newDevice: device }) =>
    text(
      'Your account signed in from a new device: {device}. If it was not you, end that session.',
      {
        device: String(device),
      }
    ),
}

export const firstSignIn: NotificationKind = {
  label: text('Invitation accepted'),
  description: text('A person signed in to your organization for the first time.'),
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
  description: text('Another person ended your sessions.'),
  on: [sessionsClosed],
  permission: null,
  to: ({ targetId }) => [targetId],
  exceptActor: true,
  defaults: { console: true, mail: true },
  sentence: () => text('Another person ended your sessions'),
}

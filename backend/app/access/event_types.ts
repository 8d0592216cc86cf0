import { text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { usersRead } from '@crossdock/backend/users'

export const userSignedIn = defineEvent('user_signed_in', {
  description: 'A person signed in',
  security: true,
  permission: usersRead,
  payload: vine.object({
    email: vine.string(),
    isFirst: vine.boolean().meta({ description: 'Whether this was their first sign-in.' }),
    newDevice: vine.string().nullable().meta({
      description: 'The browser by its user agent, if the person used only other browsers before.',
    }),
  }),
  activity: ({ email }) => text('{email} signed in', { email }),
})

export const sessionEnded = defineEvent('session_ended', {
  description: 'A session ended because its owner signed out or signed in again',
  permission: usersRead,
  payload: vine.object({}),
})

export const sessionClosed = defineEvent('session_closed', {
  description:
    'A session was ended by its owner or an administrator, from the list of sessions, or by the identity provider that started it',
  security: true,
  permission: usersRead,
  payload: vine.object({ userId: vine.string(), email: vine.string() }),
  activity: ({ email }) => text('Ended a session of {email}', { email }),
})

export const sessionsClosed = defineEvent('sessions_closed', {
  description: 'The person or an administrator ended all sessions of the person',
  security: true,
  permission: usersRead,
  payload: vine.object({ email: vine.string(), count: vine.number() }),
  activity: ({ email, count }) =>
    count === 1
      ? text('Ended a session of {email}', { email })
      : text('Ended {count} sessions of {email}', { count, email }),
})

export const sessionProved = defineEvent('session_proved', {
  description: 'A person confirmed their identity within a session',
  security: ['way'],
  permission: usersRead,
  payload: vine.object({
    way: vine.string().meta({ description: '`code`, `passkey` or `recovery_code`.' }),
  }),
})

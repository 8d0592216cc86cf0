import { text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { usersRead } from '@crossdock/backend/users'

export const userSignedIn = defineEvent('user_signed_in', {
  description: 'A person signed in',
  security: true,
  permission: usersRead,
  payload: vine.object({ email: vine.string() }),
  activity: ({ email }) => text('{email} signed in', { email }),
})

export const sessionEnded = defineEvent('session_ended', {
  description: 'A session ended because its owner signed out or signed in anew',
  permission: usersRead,
  payload: vine.object({}),
})

import { text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { usersRead } from './contracts/index.js'

export const userInvited = defineEvent('user_invited', {
  description: 'A person was invited',
  security: true,
  permission: usersRead,
  payload: vine.object({ email: vine.string(), role: vine.string() }),
  activity: ({ email, role }) => text('Invited {email} as {role}', { email, role }),
})

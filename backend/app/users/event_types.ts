import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'

export const userInvited = defineEvent('user_invited', {
  description: 'A person was invited',
  security: true,
  permission: 'users.read',
  payload: vine.object({ email: vine.string(), role: vine.string() }),
  activity: ({ email, role }) => `Invited ${email} as ${role}`,
})

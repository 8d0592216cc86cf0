import { text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'

export const tenantCreated = defineEvent('tenant_created', {
  description: 'A tenant was created',
  security: true,
  permission: null,
  payload: vine.object({ name: vine.string(), subdomain: vine.string() }),
  activity: ({ name }) => text('Created the tenant {name}', { name }),
})

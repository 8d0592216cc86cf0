import { text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { tokensRead } from './contracts/index.js'

export const apiTokenCreated = defineEvent('api_token_created', {
  description: 'An API token was made',
  security: true,
  permission: tokensRead,
  payload: vine.object({
    name: vine.string(),
    scopes: vine
      .array(vine.string())
      .nullable()
      .meta({ description: 'null: all its owner may do.' }),
    expiresAt: vine.string().nullable(),
  }),
  activity: ({ name }) => text('Created the API token {name}', { name }),
})

export const apiTokenRevoked = defineEvent('api_token_revoked', {
  description: 'An API token was revoked',
  security: true,
  permission: tokensRead,
  payload: vine.object({ name: vine.string() }),
  activity: ({ name }) => text('Revoked the API token {name}', { name }),
})

import { text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { tokensRead } from './contracts/index.js'

export const apiTokenCreated = defineEvent('api_token_created', {
  description: 'An API token was created',
  security: true,
  permission: tokensRead,
  payload: vine.object({
    name: vine.string(),
    scopes: vine
      .array(vine.string())
      .nullable()
      .meta({ description: 'null: all permissions of its owner.' }),
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
  several: { sentence: (_, count) => text('Revoked {count} API tokens', { count }) },
})

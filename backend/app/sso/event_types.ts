import { text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { ssoRead } from './contracts/index.js'

const payload = vine.object({
  name: vine.string(),
  issuer: vine.string(),
  isActive: vine.boolean({ strict: true }),
})
const shared = { security: ['issuer', 'isActive'], permission: ssoRead, payload } as const

export const oauthConfigCreated = defineEvent('oauth_config_created', {
  ...shared,
  description: 'An identity provider was set up',
  activity: ({ name }) => text('Set up the identity provider {name}', { name }),
})

export const oauthConfigUpdated = defineEvent('oauth_config_updated', {
  ...shared,
  description: 'An identity provider was changed, or switched on or off',
  activity: ({ name, isActive }) =>
    isActive
      ? text('Changed the identity provider {name}, which is on', { name })
      : text('Changed the identity provider {name}, which is off', { name }),
})

export const oauthConfigDeleted = defineEvent('oauth_config_deleted', {
  ...shared,
  description: 'An identity provider was removed',
  activity: ({ name }) => text('Removed the identity provider {name}', { name }),
})

export const oauthConfigTested = defineEvent('oauth_config_tested', {
  description: 'The connection to an identity provider was tested',
  permission: ssoRead,
  payload: vine.object({ name: vine.string(), passed: vine.boolean({ strict: true }) }),
  activity: ({ name, passed }) =>
    passed
      ? text('Tested the identity provider {name}: it can be used', { name })
      : text('Tested the identity provider {name}: it cannot be used yet', { name }),
})

export const oauthConfigProven = defineEvent('oauth_config_proven', {
  description: 'A trial sign-in by an identity provider succeeded',
  permission: ssoRead,
  payload: vine.object({ name: vine.string(), email: vine.string() }),
  activity: ({ name, email }) =>
    text('Tried the identity provider {name}: it signs {email} in', { name, email }),
})

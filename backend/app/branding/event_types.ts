import { defineEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'

export const brandingChanged = defineEvent('tenant_branding_changed', {
  description:
    'The name, logo, colors or mails of an organization were changed, or its domain was claimed',
  permission: null,
  payload: vine.object({
    changed: vine.array(vine.string()).meta({ description: 'Names of the fields' }),
  }),
  activity: () => text('Changed the branding of the organization'),
})

export const domainVerified = defineEvent('tenant_domain_verified', {
  description: 'An organization verified a domain and is reachable there',
  security: ['domain'],
  permission: null,
  payload: vine.object({ domain: vine.string() }),
  activity: ({ domain }) => text('Verified the domain {domain}', { domain }),
})

export const domainLost = defineEvent('tenant_domain_lost', {
  description: 'An organization is no longer reachable at its own domain',
  security: ['domain', 'reason'],
  permission: null,
  payload: vine.object({
    domain: vine.string(),
    reason: vine.enum(['removed', 'unproven'] as const).meta({
      description: 'removed: a person removed it. unproven: its proof was missing for seven days.',
    }),
  }),
  activity: ({ domain, reason }) =>
    reason === 'removed'
      ? text('Removed the domain {domain}', { domain })
      : text('Lost the domain {domain}: its proof in DNS is gone', { domain }),
})

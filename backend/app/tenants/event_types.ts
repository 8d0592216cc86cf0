import { text, type Text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'

const organization = () => ({ name: vine.string(), subdomain: vine.string() })

export const tenantCreated = defineEvent('tenant_created', {
  description: 'A tenant was created',
  security: true,
  permission: null,
  payload: vine.object(organization()),
  activity: ({ name }) => text('Created the organization {name}', { name }),
})

export const tenantUpdated = defineEvent('tenant_updated', {
  description: 'The name, the subdomain or the plan of a tenant was changed',
  security: true,
  permission: null,
  payload: vine.object({
    ...organization(),
    changed: vine.array(vine.string()).meta({ description: 'Which of them.' }),
  }),
  activity: ({ name }) => text('Changed the tenant {name}', { name }),
})

export const tenantSuspended = defineEvent('tenant_suspended', {
  description: 'A tenant was suspended: its people cannot sign in, and its work is paused',
  security: ['name', 'subdomain'],
  permission: null,
  payload: vine.object({ ...organization(), reason: vine.string().nullable() }),
  activity: ({ name, reason }) =>
    reason === null
      ? text('Suspended the tenant {name}', { name })
      : text('Suspended the tenant {name}: {reason}', { name, reason }),
})

export const tenantReactivated = defineEvent('tenant_reactivated', {
  description: 'A suspended tenant was reactivated',
  security: true,
  permission: null,
  payload: vine.object(organization()),
  activity: ({ name }) => text('Reactivated the tenant {name}', { name }),
})

export const tenantDeletionPlanned = defineEvent('tenant_deletion_planned', {
  description: 'The deletion of a tenant with all its data was scheduled',
  security: true,
  permission: null,
  payload: vine.object({
    ...organization(),
    deletesAt: vine.string().meta({ description: 'Until then the deletion can be canceled.' }),
  }),
  activity: ({ name }) => text('Scheduled the deletion of the tenant {name}', { name }),
})

export const tenantRestored = defineEvent('tenant_restored', {
  description: 'The deletion of a tenant was canceled',
  security: true,
  permission: null,
  payload: vine.object({
    ...organization(),
    status: vine
      .string()
      .meta({ description: 'The status before the deletion, which it has again.' }),
  }),
  activity: ({ name }) => text('Canceled the deletion of the tenant {name}', { name }),
})

/** Belongs to no tenant, so that it stays when the tenant's data is deleted. */
export const tenantDeleted = defineEvent('tenant_deleted', {
  description: 'A tenant was deleted with all its data',
  security: true,
  permission: null,
  payload: vine.object({ subdomain: vine.string() }),
  activity: ({ subdomain }) =>
    text('Deleted the tenant {subdomain} and all its data', { subdomain }),
})

export const tenantEntered = defineEvent('tenant_entered', {
  description: 'A super administrator started to work in a tenant',
  security: true,
  permission: null,
  payload: vine.object(organization()),
  activity: ({ name }) => text('Began to work in the tenant {name}', { name }),
})

export const tenantLeft = defineEvent('tenant_left', {
  description: 'A super administrator stopped working in a tenant',
  security: true,
  permission: null,
  payload: vine.object(organization()),
  activity: ({ name }) => text('Left the tenant {name}', { name }),
})

const rules = () =>
  vine.object({
    allowedDomains: vine.array(vine.string()).meta({ description: 'None: any.' }),
    ssoOnly: vine.boolean(),
    sessionHours: vine.number().nullable().meta({ description: 'null: as usual.' }),
  })

const severalRules = text('Changed several sign-in rules')
/** Sentences by the rule's name in the payload. */
const oneRule: Readonly<Record<string, Text>> = {
  allowedDomains: text('Changed the domains of addresses that may sign in'),
  ssoOnly: text('Changed whether people sign in only with an identity provider'),
  sessionHours: text('Changed how long a session lasts'),
}

export const tenantRulesChanged = defineEvent('tenant_rules_changed', {
  description: 'The sign-in rules of an organization were changed',
  security: ['changed', 'from', 'to'],
  permission: null,
  payload: vine.object({
    changed: vine.array(vine.string()).meta({ description: 'Which of them.' }),
    from: rules(),
    to: rules(),
  }),
  activity: ({ changed }) => (changed.length === 1 && oneRule[changed[0]!]) || severalRules,
})

import { text, type Text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'

const organization = () => ({ name: vine.string(), subdomain: vine.string() })

export const tenantCreated = defineEvent('tenant_created', {
  description: 'A tenant was created',
  security: true,
  permission: null,
  payload: vine.object(organization()),
  activity: ({ name }) => text('Created the tenant {name}', { name }),
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
  description: 'A tenant was suspended: nobody of it gets in, and nothing of it runs',
  security: ['name', 'subdomain'],
  permission: null,
  payload: vine.object({ ...organization(), reason: vine.string().nullable() }),
  activity: ({ name, reason }) =>
    reason === null
      ? text('Suspended the tenant {name}', { name })
      : text('Suspended the tenant {name}: {reason}', { name, reason }),
})

export const tenantReactivated = defineEvent('tenant_reactivated', {
  description: 'A tenant that was closed is open again',
  security: true,
  permission: null,
  payload: vine.object(organization()),
  activity: ({ name }) => text('Reactivated the tenant {name}', { name }),
})

export const tenantDeletionPlanned = defineEvent('tenant_deletion_planned', {
  description: 'A tenant is closed, and will be deleted with everything of it',
  security: true,
  permission: null,
  payload: vine.object({
    ...organization(),
    deletesAt: vine.string().meta({ description: 'Until then it can be taken back.' }),
  }),
  activity: ({ name }) => text('Had the tenant {name} deleted after its grace period', { name }),
})

export const tenantRestored = defineEvent('tenant_restored', {
  description: 'A tenant that was to be deleted was taken back',
  security: true,
  permission: null,
  payload: vine.object({
    ...organization(),
    status: vine.string().meta({ description: 'The one it had before, and has again.' }),
  }),
  activity: ({ name }) => text('Took back the deletion of the tenant {name}', { name }),
})

/** Of no tenant: it stays when everything of the tenant is gone. */
export const tenantDeleted = defineEvent('tenant_deleted', {
  description: 'A tenant was deleted, with everything of it',
  security: true,
  permission: null,
  payload: vine.object({ subdomain: vine.string() }),
  activity: ({ subdomain }) =>
    text('Deleted the tenant {subdomain} and everything of it', { subdomain }),
})

export const tenantEntered = defineEvent('tenant_entered', {
  description: 'A super administrator began to work in a tenant',
  security: true,
  permission: null,
  payload: vine.object(organization()),
  activity: ({ name }) => text('Began to work in the tenant {name}', { name }),
})

export const tenantLeft = defineEvent('tenant_left', {
  description: 'A super administrator no longer works in a tenant',
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
/** By the name it has in the payload, which is no word for people. */
const oneRule: Readonly<Record<string, Text>> = {
  allowedDomains: text('Changed the domains of addresses that may sign in'),
  ssoOnly: text('Changed whether people sign in by an identity provider only'),
  sessionHours: text('Changed how long a session lasts'),
}

export const tenantRulesChanged = defineEvent('tenant_rules_changed', {
  description: 'How the people of an organization sign in was changed: its sign-in rules',
  security: ['changed', 'from', 'to'],
  permission: null,
  payload: vine.object({
    changed: vine.array(vine.string()).meta({ description: 'Which of them.' }),
    from: rules(),
    to: rules(),
  }),
  activity: ({ changed }) => (changed.length === 1 && oneRule[changed[0]!]) || severalRules,
})

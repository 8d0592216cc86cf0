import { tenantDirectory } from '@crossdock/kernel/http'
import { definePlugin } from '@crossdock/kernel/plugin'
import {
  signInRules,
  tenantFigures,
  tenantProvisioning,
  tenantRecords,
  tenantRegistry,
} from './contracts/index.js'
import {
  tenantCreated,
  tenantDeleted,
  tenantDeletionPlanned,
  tenantEntered,
  tenantLeft,
  tenantReactivated,
  tenantRestored,
  tenantRulesChanged,
  tenantSuspended,
  tenantUpdated,
} from './event_types.js'
import { directory, hasAnyTenant } from './queries/directory.js'
import { heldRulesOf, rulesOf } from './queries/sign_in_rules.js'

/** The organizations of this installation; only the super administrator manages them. */
export const tenants = definePlugin({
  name: 'tenants',
  version: '0.1.0',
  compatibility: '^1.0',
  operator: true,
  migrations: ['backend/app/tenants/migrations'],
  eventTypes: [
    ...[tenantCreated, tenantUpdated, tenantSuspended, tenantReactivated],
    ...[tenantDeletionPlanned, tenantRestored, tenantDeleted, tenantEntered, tenantLeft],
    tenantRulesChanged,
  ],
  extensionPoints: [tenantProvisioning, tenantFigures, tenantRecords],
  jobs: () => import('./jobs/index.js'),
  texts: { de: () => import('./texts/de.js') },
  operations: () => import('./operations.js'),
  publicApi: { '/tenants': 'tenants' },
  register() {
    tenantDirectory.provide(directory)
    signInRules.provide({
      of: rulesOf,
      hold: heldRulesOf,
      change: async (tenantId, rules) =>
        (await import('./actions/change_sign_in_rules.js')).changeSignInRules(tenantId, rules),
    })
    tenantRegistry.provide({
      create: async (tenant) => (await import('./actions/create_tenant.js')).createTenant(tenant),
      hasAny: hasAnyTenant,
    })
  },
})

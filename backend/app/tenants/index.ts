import { tenantDirectory } from '@crossdock/kernel/tenancy'
import { notificationKinds } from '@crossdock/backend/notifications'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
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

/** The organizations of this installation; only super administrators manage them. */
export const tenants = definePlugin({
  name: 'tenants',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  migrations: ['backend/app/tenants/migrations'],
  eventTypes: [
    tenantCreated,
    tenantUpdated,
    tenantSuspended,
    tenantReactivated,
    tenantDeletionPlanned,
    tenantRestored,
    tenantDeleted,
    tenantEntered,
    tenantLeft,
    tenantRulesChanged,
  ],
  extensionPoints: [tenantProvisioning, tenantFigures, tenantRecords],
  contributes: [
    contribute(notificationKinds, async (kinds) => {
      const { tenantClosed, tenantNearLimit } = await import('./operator_notices.js')
      kinds.add('tenants.closed', tenantClosed)
      kinds.add('tenants.nearLimit', tenantNearLimit)
    }),
  ],
  jobs: () => import('./jobs/index.js'),
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
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

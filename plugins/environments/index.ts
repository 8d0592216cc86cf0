import { tenantProvisioning } from '@crossdock/backend/tenants'
import { environmentResolver, httpStages } from '@crossdock/kernel/http'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { environmentBelongings } from './contracts/index.js'
import { eventTypes } from './event_types.js'

/** Where a tenant works and what it may use there. */
export const environments = definePlugin({
  name: 'environments',
  version: '0.1.0',
  compatibility: '^1.0',
  operator: true,
  dependsOn: ['tenants'],
  migrations: ['plugins/environments/migrations'],
  eventTypes,
  extensionPoints: [environmentBelongings],
  contributes: [
    contribute(tenantProvisioning, async (registry) => {
      const { createProduction } = await import('./actions/create_production.js')
      registry.add('production environment', createProduction)
    }),
    contribute(httpStages, async (registry) => {
      const { refuseInactive } = await import('./stages/refuse_inactive.js')
      registry.add('active environment', refuseInactive)
    }),
  ],
  texts: { de: () => import('./texts/de.js') },
  operations: () => import('./operations.js'),
  jobs: () => import('./jobs/index.js'),
  async register() {
    environmentResolver.provide((await import('./queries/known.js')).resolver)
  },
})

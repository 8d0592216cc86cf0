import { tenantProvisioning } from '@crossdock/backend/tenants'
import { environmentResolver } from '@crossdock/kernel/http'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { environmentBelongings, environments as environmentsService } from './contracts/index.js'

/** Where a tenant works and what it may use there. */
export const environments = definePlugin({
  name: 'environments',
  version: '0.1.0',
  compatibility: '^1.0',
  dependsOn: ['tenants'],
  migrations: ['plugins/environments/migrations'],
  extensionPoints: [environmentBelongings],
  contributes: [
    contribute(tenantProvisioning, async (registry) => {
      const { createProduction } = await import('./actions/create_production.js')
      registry.add('production environment', createProduction)
    }),
  ],
  texts: { de: () => import('./texts/de.js') },
  operations: () => import('./operations.js'),
  async register() {
    environmentResolver.provide((await import('./queries/environments.js')).resolver)
    environmentsService.provide((await import('./queries/active.js')).active)
  },
})

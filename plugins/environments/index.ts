import { uploadLimits } from '@crossdock/backend/assets'
import { tenantProvisioning } from '@crossdock/backend/tenants'
import { environmentResolver, httpStages } from '@crossdock/kernel/http'
import { environmentLimits, meters } from '@crossdock/kernel/ledger'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'

/** Where a tenant works and what it may use there. */
export const environments = definePlugin({
  name: 'environments',
  version: '0.1.0',
  compatibility: '^1.0',
  dependsOn: ['tenants', 'assets'],
  migrations: ['plugins/environments/migrations'],
  contributes: [
    contribute(tenantProvisioning, async (registry) => {
      const { createProduction } = await import('./actions/create_production.js')
      registry.add('production environment', createProduction)
    }),
    contribute(meters, async (registry) => (await import('./meters/index.js')).addMeters(registry)),
    contribute(uploadLimits, async (registry) =>
      registry.add('maxFileSize', (await import('./meters/file_size.js')).largestFile)
    ),
    contribute(httpStages, async (stages) => {
      stages.add('calls of sessions', (await import('./meters/session_calls.js')).sessionCalls)
    }),
  ],
  texts: { de: () => import('./texts/de.js') },
  operations: () => import('./operations.js'),
  async register() {
    environmentResolver.provide((await import('./queries/environments.js')).resolver)
    environmentLimits.provide((await import('./meters/limits.js')).limitsOfEnvironments)
  },
})

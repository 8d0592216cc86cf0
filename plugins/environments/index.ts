import { tenantProvisioning } from '@crossdock/backend/tenants'
import { environmentResolver } from '@crossdock/kernel/http'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { settings } from '@crossdock/kernel/settings'
import {
  environmentsRead,
  environmentsWrite,
  environmentVariables,
  variableUsers,
} from './contracts/index.js'
import { variableCreated, variableDeleted, variableUpdated } from './variables/event_types.js'

/** Where a tenant works and what it may use there. */
export const environments = definePlugin({
  name: 'environments',
  version: '0.1.0',
  compatibility: '^1.0',
  dependsOn: ['tenants'],
  migrations: ['plugins/environments/migrations'],
  permissions: [environmentsRead, environmentsWrite],
  eventTypes: [variableCreated, variableUpdated, variableDeleted],
  extensionPoints: [variableUsers],
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
    environmentVariables.provide((await import('./variables/queries/known_variables.js')).variables)
  },
  async ready({ app }) {
    if (settings.use().APP_KEY_PREVIOUS.length === 0) return
    const { rotateVariables } = await import('./variables/actions/rotate_variables.js')
    await rotateVariables(await app.container.make('logger'))
  },
})

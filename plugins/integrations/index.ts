import { egressAllowances } from '@crossdock/kernel/egress'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { settings } from '@crossdock/kernel/settings'
import { countByTenant, tenantFigures } from '@crossdock/backend/tenants'
import { stepTypes } from '@crossdock/flows/contracts'
import {
  connectors,
  integrationsRead,
  integrationsUse,
  integrationsWrite,
} from './contracts/index.js'
import { eventTypes } from './event_types.js'

/** External systems, their endpoints, and every call made to them. */
export const integrations = definePlugin({
  name: 'integrations',
  version: '0.1.0',
  compatibility: '^1.0',
  operator: true,
  dependsOn: ['tenants', 'users', 'assets', 'environments', 'flows'],
  migrations: ['plugins/integrations/migrations'],
  permissions: [integrationsRead, integrationsUse, integrationsWrite],
  eventTypes,
  extensionPoints: [connectors],
  contributes: [
    contribute(connectors, async (registry) => {
      const { restConnector } = await import('./connectors/rest/index.js')
      registry.add('api', restConnector)
      // A webhook receiver is called by HTTP like any other.
      registry.add('webhook', { ...restConnector, label: 'Webhook Receiver' })
    }),
    contribute(stepTypes, async (registry) => {
      const { apiCall } = await import('./steps/api_call.js')
      registry.add('api_call', apiCall)
    }),
    contribute(tenantFigures, (registry) => {
      registry.add('integrations', countByTenant('external_systems'))
    }),
  ],
  operations: () => import('./operations.js'),
  register() {
    egressAllowances.provide({
      of: async (tenantId, systemId) =>
        (await import('./queries/egress_allowances.js')).allowances.of(tenantId, systemId),
    })
  },
  async ready({ app }) {
    if (settings.use().APP_KEY_PREVIOUS.length === 0) return
    const { rotateCredentials } = await import('./actions/rotate_credentials.js')
    await rotateCredentials(await app.container.make('logger'))
  },
})

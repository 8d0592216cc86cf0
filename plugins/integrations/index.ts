import { keptRecords } from '@crossdock/backend/retention'
import { egressAllowances } from '@crossdock/kernel/egress'
import { meters } from '@crossdock/kernel/ledger'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { sealedColumns } from '@crossdock/kernel/secrets'
import { dashboardReads } from '@crossdock/backend/activity'
import { countByTenant, tenantFigures } from '@crossdock/backend/tenants'
import {
  environmentBelongings,
  promotedKinds,
  variableUsers,
} from '@crossdock/environments/contracts'
import { stepTypes } from '@crossdock/flows/contracts'
import {
  authTypes,
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
  dependsOn: ['tenants', 'users', 'activity', 'assets', 'environments', 'retention', 'flows'],
  migrations: ['plugins/integrations/migrations'],
  environmentTables: [
    'external_systems',
    'api_endpoints',
    'system_folder_bindings',
    'integration_logs',
  ],
  permissions: [integrationsRead, integrationsUse, integrationsWrite],
  eventTypes,
  extensionPoints: [connectors, authTypes],
  contributes: [
    contribute(sealedColumns, (columns) => {
      columns.add('external_systems.auth_config', {
        table: 'external_systems',
        column: 'auth_config',
      })
      columns.add('external_systems.config', { table: 'external_systems', column: 'config' })
    }),
    contribute(connectors, async (registry) => {
      const { restConnector, webhookReceiver } = await import('./connectors/rest/index.js')
      const { syncClient } = await import('./connectors/sync_client/index.js')
      registry.add('webhook', webhookReceiver)
      registry.add('api', restConnector)
      registry.add('sync_client', syncClient)
    }),
    contribute(authTypes, async (registry) => {
      const { httpAuthTypes } = await import('./auth_types/index.js')
      for (const [name, kind] of Object.entries(httpAuthTypes)) registry.add(name, kind)
    }),
    contribute(stepTypes, async (registry) => {
      const { apiCall } = await import('./steps/api_call.js')
      registry.add('api_call', apiCall)
    }),
    contribute(environmentBelongings, async (registry) =>
      registry.add('systems', (await import('./actions/of_environment.js')).systemsAndCalls)
    ),
    contribute(keptRecords, async (records) =>
      records.add('calls', (await import('./actions/kept_calls.js')).keptCalls)
    ),
    contribute(meters, async (registry) => {
      const { maxApiEndpoints, maxExternalSystems } = await import('./meters.js')
      registry.add('maxExternalSystems', maxExternalSystems)
      registry.add('maxApiEndpoints', maxApiEndpoints)
    }),
    contribute(variableUsers, async (registry) => {
      const { endpointsWithVariables, systemsWithVariables } =
        await import('./queries/variable_uses.js')
      registry.add('systems', { permission: integrationsRead, uses: systemsWithVariables })
      registry.add('endpoints', { permission: integrationsRead, uses: endpointsWithVariables })
    }),
    contribute(promotedKinds, async (registry) => {
      const { promotedSystems } = await import('./promotion/systems.js')
      const { promotedEndpoints } = await import('./promotion/endpoints.js')
      registry.add('systems', promotedSystems)
      registry.add('endpoints', promotedEndpoints)
    }),
    contribute(tenantFigures, (registry) => {
      registry.add('integrations', countByTenant('integrations.systems'))
    }),
    contribute(dashboardReads, (reads) => {
      reads.add('integrations.failing', { path: 'integrations/systems/failing' })
      reads.add('integrations.systems', { path: 'integrations/systems', only: 'total' })
      reads.add('integrations.endpoints', { path: 'integrations/endpoints', only: 'total' })
    }),
  ],
  texts: { de: () => import('./texts/de.js') },
  operations: () => import('./operations.js'),
  register() {
    egressAllowances.provide({
      of: async (tenantId, systemId) =>
        (await import('./queries/egress_allowances.js')).allowances.of(tenantId, systemId),
    })
  },
  async ready({ app }) {
    const { rotateCredentials } = await import('./actions/rotate_credentials.js')
    await rotateCredentials(await app.container.make('logger'))
  },
})

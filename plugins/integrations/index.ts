import { keptRecords } from '@crossdock/backend/retention'
import { notificationKinds } from '@crossdock/backend/notifications'
import { egressAllowances } from '@crossdock/kernel/egress'
import { meters } from '@crossdock/kernel/ledger'
import { mailLetters } from '@crossdock/kernel/mail'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { sealedColumns } from '@crossdock/kernel/secrets'
import { contentNames } from '@crossdock/kernel/storage'
import { dashboardReads } from '@crossdock/backend/activity'
import { eventEffects, traceSources } from '@crossdock/backend/events'
import { countByTenant, tenantFigures } from '@crossdock/backend/tenants'
import {
  environmentBelongings,
  promotedKinds,
  secretHolders,
  variableUsers,
} from '@crossdock/environments/contracts'
import { connectedSystems, stepTypes, systemEvents, triggerTypes } from '@crossdock/flows/contracts'
import {
  authTypes,
  connectors,
  egressGrants,
  integrationsRead,
  integrationsUse,
  integrationsWrite,
  systemAccess,
  webhookVerifications,
} from './contracts/index.js'
import { eventTypes } from './event_types.js'

/** External systems, their endpoints, and the log of all calls to them. */
export const integrations = definePlugin({
  name: 'integrations',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: [
    'tenants',
    'users',
    'activity',
    'events',
    'assets',
    'environments',
    'retention',
    'notifications',
    'mail',
    'access',
    'flows',
  ],
  migrations: ['plugins/integrations/migrations'],
  environmentTables: [
    'external_systems',
    'api_endpoints',
    'system_folder_bindings',
    'integration_logs',
    'webhook_addresses',
    'webhook_requests',
    'system_circuits',
    'system_grants',
    'system_authorizations',
  ],
  permissions: [integrationsRead, integrationsUse, integrationsWrite],
  eventTypes,
  extensionPoints: [connectors, authTypes, webhookVerifications],
  contributes: [
    contribute(sealedColumns, (columns) => {
      columns.add('external_systems.auth_config', {
        table: 'external_systems',
        column: 'auth_config',
      })
      for (const column of ['verification_config', 'previous_secret'])
        columns.add(`webhook_addresses.${column}`, { table: 'webhook_addresses', column })
      for (const column of ['access_token', 'refresh_token']) {
        columns.add(`system_grants.${column}`, { table: 'system_grants', column })
      }
      columns.add('external_systems.config', { table: 'external_systems', column: 'config' })
    }),
    contribute(connectors, async (registry) => {
      const { restConnector, webhookReceiver } = await import('./connectors/rest/index.js')
      registry.add('webhook', webhookReceiver)
      registry.add('api', restConnector)
    }),
    contribute(authTypes, async (registry) => {
      const { httpAuthTypes } = await import('./auth_types/index.js')
      for (const [name, kind] of Object.entries(httpAuthTypes)) registry.add(name, kind)
    }),
    contribute(stepTypes, async (registry) => {
      const { apiCall } = await import('./steps/api_call.js')
      registry.add('api_call', apiCall)
      registry.add('notification', (await import('./steps/notification.js')).notification)
    }),
    contribute(webhookVerifications, async (registry) => {
      const { verificationKinds } = await import('./hooks/verification/kinds.js')
      for (const [name, kind] of Object.entries(verificationKinds)) registry.add(name, kind)
    }),
    contribute(triggerTypes, async (registry) =>
      registry.add('webhook', (await import('./triggers/webhook.js')).webhookTrigger)
    ),
    contribute(systemEvents, async (registry) => {
      const { eventsOfSystems } = await import('./triggers/system_events.js')
      for (const event of eventsOfSystems) registry.add(event.type.name, event)
    }),
    contribute(contentNames, async (names) => {
      names.add('webhooks', (await import('./hooks/queries/stored_body.js')).contentsOfRequests)
      names.add('calls', (await import('./calls/stored_bodies.js')).contentsOfLogs)
    }),
    contribute(environmentBelongings, async (registry) =>
      registry.add(
        'systems',
        (await import('./actions/environment_belongings.js')).systemsOfEnvironment
      )
    ),
    contribute(keptRecords, async (records) => {
      records.add('calls', (await import('./actions/kept_calls.js')).keptCalls)
      records.add('webhooks', (await import('./hooks/actions/kept_requests.js')).keptRequests)
    }),
    contribute(notificationKinds, async (kinds) => {
      const { grantLost, systemPaused } = await import('./notifications.js')
      kinds.add('integrations.systemPaused', systemPaused)
      kinds.add('integrations.grantBroken', grantLost)
      const { workflowMessage, workflowMessageKind } = await import('./notify/kind.js')
      kinds.add(workflowMessage, workflowMessageKind)
    }),
    contribute(mailLetters, async (letters) => {
      const { workflowMessageLetter } = await import('./notify/letter.js')
      letters.add('integrations.workflowMessage', workflowMessageLetter)
    }),
    contribute(meters, async (registry) => {
      const { maxApiEndpoints, maxExternalSystems, maxWebhooks } = await import('./meters.js')
      registry.add('maxExternalSystems', maxExternalSystems)
      registry.add('maxApiEndpoints', maxApiEndpoints)
      registry.add('maxWebhooks', maxWebhooks)
    }),
    contribute(secretHolders, async (registry) => {
      const { systemSecrets } = await import('./queries/system_secrets.js')
      registry.add('systems', { targetTypes: ['external_system'], secrets: systemSecrets })
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
    contribute(eventEffects, async (registry) => {
      registry.add('calls', (await import('./queries/calls_of_event.js')).callsOfEvents)
      const { requestsOfEvents } = await import('./hooks/queries/requests_of_event.js')
      registry.add('webhookRequests', requestsOfEvents)
    }),
    contribute(traceSources, async (sources) => {
      const { tracedCalls, tracedRequests } = await import('./queries/trace.js')
      sources.add('call', tracedCalls)
      sources.add('webhook_request', tracedRequests)
    }),
    contribute(dashboardReads, (reads) => {
      reads.add('integrations.failing', { path: 'integrations/systems/failing' })
      reads.add('integrations.systems', { path: 'integrations/systems', only: 'total' })
      reads.add('integrations.endpoints', { path: 'integrations/endpoints', only: 'total' })
    }),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: {
    '/integrations': 'integrations',
    '/contract-templates': 'integrations',
    '/folder-bindings': 'integrations',
  },
  async register() {
    const { systemsOfFlows } = await import('./triggers/system_events.js')
    connectedSystems.provide(systemsOfFlows)
    egressAllowances.provide({
      of: async (tenantId, systemId) =>
        (await import('./queries/egress_allowances.js')).allowances.of(tenantId, systemId),
    })
    systemAccess.provide({
      named: async (ids) => (await import('./queries/system_access.js')).accessToSystems.named(ids),
      open: async (id) => (await import('./queries/system_access.js')).accessToSystems.open(id),
    })
    egressGrants.provide({
      open: async (grant) =>
        void (await (await import('./actions/egress_allowances.js')).allowEgress(grant)),
    })
  },
  async ready({ app }) {
    const { rotateCredentials } = await import('./actions/rotate_credentials.js')
    await rotateCredentials(await app.container.make('logger'))
  },
})

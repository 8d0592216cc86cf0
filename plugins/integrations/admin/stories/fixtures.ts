import type {
  ApiEndpoint,
  ExternalSystem,
  IntegrationLog,
  IntegrationStats,
} from '@crossdock/client'
import type { KindEntry } from '@crossdock/admin/kit'
import type { ConnectorEntry } from '../systems/kinds.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import { listFiles, previewOf } from './preview_fixtures.js'

/** The request that the fake server of a story passes to its handlers. */
interface Call {
  params: Record<string, string>
  query: URLSearchParams
}

/** No credential is set. */
const unset: ExternalSystem['authConfig'] = {
  apiKey: null,
  clientId: null,
  clientSecret: null,
  accessToken: null,
  username: null,
  password: null,
  tokenUrl: null,
  scope: null,
  headers: {},
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

export const system = (
  part: Partial<ExternalSystem> & Pick<ExternalSystem, 'id' | 'name'>
): ExternalSystem =>
  sample('ExternalSystem', {
    systemType: 'api',
    baseUrl: 'https://api.zeta-wms.example',
    authType: 'bearer',
    authConfig: { ...unset, accessToken: '••••••••' },
    capabilities: ['send'],
    isActive: true,
    updatedAt: ago(29),
    ...part,
  })

export const systems: ExternalSystem[] = [
  system({
    id: 'sys_cus',
    name: 'Customs Declarations',
    systemType: 'webhook',
    description: 'Receives clearance decisions and attaches the PDF to the shipment folder.',
    capabilities: ['receive', 'observe'],
    updatedAt: ago(1_500),
  }),
  system({
    id: 'sys_dock',
    name: 'Dock Scanner Gateway',
    systemType: 'sync_client',
    description: 'Handheld scanners on quay 4 upload CMR photos as they are taken.',
    updatedAt: ago(120),
  }),
  system({
    id: 'sys_ftp',
    name: 'Legacy FTP Bridge',
    systemType: 'sync_client',
    description: 'Nightly drop for carriers that still exchange flat files.',
    capabilities: ['receive'],
    isActive: false,
    updatedAt: ago(28_000),
  }),
  system({
    id: 'sys_zeta',
    name: 'Zeta WMS',
    description: 'Goods receipts and supplier invoices from the Ghent plant.',
    capabilities: ['send', 'receive'],
    authType: 'oauth2',
    authConfig: { ...unset, clientId: 'crossdock', clientSecret: '••••••••' },
    endpointCount: 3,
  }),
]

const saved = ago(29)

export const endpoint = (
  part: Partial<ApiEndpoint> & Pick<ApiEndpoint, 'id' | 'name'>
): ApiEndpoint =>
  sample('ApiEndpoint', {
    systemId: 'sys_zeta',
    path: '/receipts',
    method: 'POST',
    endpointType: 'outbound',
    triggers: ['file_upload'],
    responseSchema: { expectedStatus: [200] },
    isActive: true,
    updatedAt: saved,
    ...part,
  })

export const endpoints: ApiEndpoint[] = [
  endpoint({
    id: 'end_receipt',
    name: 'Post goods receipt',
    triggers: ['file_upload', 'file_update', 'metadata_change', 'user_action'],
    requestSchema: { headers: { 'X-Site': 'Ghent' }, body: { kind: 'receipt' } },
    responseSchema: { expectedStatus: [200, 201] },
    fieldMapping: { fileMetadata: { fileName: 'name' } },
  }),
  endpoint({ id: 'end_stock', name: 'Read stock', method: 'GET', path: '/stock/{sku}' }),
  endpoint({
    id: 'end_decision',
    name: 'Clearance decision',
    method: 'PUT',
    path: '/decisions',
    endpointType: 'inbound',
    triggers: ['webhook'],
    isActive: false,
  }),
]

const workflows = [
  { id: 'wf_intake', name: 'Invoice intake', triggerType: 'manual', triggerConfig: {} },
  { id: 'wf_resend', name: 'Resend receipt', triggerType: 'manual', triggerConfig: {} },
]

const states = ['success', 'success', 'success', 'error', 'pending', 'success', 'timeout'] as const

export const log = (at: number): IntegrationLog => {
  const status = states[at % states.length] ?? 'success'
  const isBad = status === 'error' || status === 'timeout'
  return sample('IntegrationLog', {
    id: `log_${at}`,
    executionId: `3f1c8a52-77d0-4b1e-9c36-${(0xa1b2c3d4e5f6 - at * 7_919).toString(16)}`,
    workflowId: at % 6 === 5 ? null : 'wf_intake',
    workflowName: at % 6 === 5 ? null : 'Invoice intake',
    attempt: at % 6 === 5 ? null : 1,
    systemId: 'sys_zeta',
    systemName: 'Zeta WMS',
    endpointId: 'end_receipt',
    endpointName: 'Post goods receipt',
    assetId: at % 6 === 5 ? null : 'cmr',
    assetName: at % 6 === 5 ? null : 'cmr-4711.pdf',
    status,
    statusCode: status === 'success' ? 200 : status === 'error' ? 503 : null,
    duration: status === 'pending' ? null : 127 + at * 240,
    createdAt: ago(17 + at * 7),
    replayOf: null,
    storedBodies: [],
    errorMessage: isBad ? 'Zeta WMS answered 503 Service Unavailable; expected 200.' : null,
    requestData: { method: 'POST', url: 'https://api.zeta-wms.example/receipts' },
    responseData: isBad ? null : { status: 200, body: { receipt: 4711 } },
  })
}

export const logs: IntegrationLog[] = Array.from({ length: 30 }, (_, at) => log(at))

export const stats: IntegrationStats = {
  connectedSystems: 4,
  activeSystems: 3,
  totalEndpoints: 34,
  activeEndpoints: 31,
  totalWorkflows: 12,
  activeWorkflows: 9,
  executionsToday: 1_284,
  successRate: 98.7,
}

const secret = (title: string) => ({ type: 'string', title, writeOnly: true })
const text = (title: string) => ({ type: 'string', title })
const unused = { type: 'string', 'x-unused': true }

const authType = (name: string, label: string, properties: KindEntry['schema']['properties']) => ({
  name,
  label,
  description: label,
  icon: null,
  schema: { type: 'object', properties },
})

export const authTypes: KindEntry[] = [
  authType('bearer', 'Bearer token', { accessToken: secret('Access Token'), username: unused }),
  authType('basic', 'Basic', { username: text('Username'), password: secret('Password') }),
  authType('oauth2', 'OAuth 2.0', {
    clientId: text('Client ID'),
    clientSecret: secret('Client Secret'),
    accessToken: { ...secret('Access Token'), 'x-more': true, 'x-unasked': true },
    tokenUrl: { ...text('Token URL'), 'x-more': true },
    headers: { type: 'object', title: 'Headers', 'x-more': true },
  }),
  authType('apikey', 'API key', { apiKey: secret('API Key') }),
  authType('depot.key', 'Depot key', { privateKey: secret('Private key') }),
]

const http = authTypes.slice(0, 4).map(({ name }) => name)
const connector = (name: string, label: string, icon: string) => ({
  name,
  label,
  description: label,
  icon,
  schema: { type: 'object', properties: {} },
  authTypes: http,
  capabilities: ['send', 'receive', 'observe'],
})

export const connectors: ConnectorEntry[] = [
  connector('api', 'REST API', 'server'),
  connector('webhook', 'Webhook', 'webhook'),
  connector('sync_client', 'Sync Client', 'cable'),
  {
    ...connector('depot.parcels', 'Parcel Depot', 'warehouse'),
    schema: {
      type: 'object',
      properties: { depot: text('Depot'), lane: { type: 'integer', title: 'Lane' } },
      required: ['depot'],
    },
    authTypes: ['depot.key'],
    capabilities: ['send'],
  },
]

/** Handlers of the fake server for the reads that every screen of the area makes. */
export const reads = {
  'GET /integrations/connectors': connectors,
  'GET /integrations/auth-types': authTypes,
  'GET /integrations/stats': () => stats,
  'GET /integrations/systems': () => systems,
  'GET /integrations/systems/health': [],
  'GET /integrations/systems/:id/circuit': {
    systemId: 'sys_zeta',
    state: 'closed',
    byHand: false,
    reason: null,
    openedAt: null,
    until: null,
  },
  'GET /integrations/systems/:id': ({ params }: Call) =>
    systems.find(({ id }) => id === params.id) ?? {
      status: 404,
      body: { message: 'There is no such system.' },
    },
  'GET /integrations/systems/:id/endpoints': () => endpoints,
  'GET /folder-bindings': [],
  'GET /integrations/endpoints': () => endpoints,
  'GET /integrations/endpoints/:id': ({ params }: Call) => endpoint({ id: params.id!, name: '' }),
  'POST /integrations/endpoints/preview': previewOf,
  'GET /assets': listFiles,
  'GET /integrations/workflows': () => workflows,
  'GET /integrations/workflows/:id': () => workflows[0],
  'GET /integrations/logs': ({ query }: Call) => {
    const filter = JSON.parse(query.get('filter') ?? '{}') as Record<string, string | undefined>
    return logs.filter(
      ({ id, executionId, status }) =>
        (!filter.id || id === filter.id) &&
        (!filter.status || status === filter.status) &&
        executionId.includes(filter.search?.toLowerCase() ?? '')
    )
  },
}

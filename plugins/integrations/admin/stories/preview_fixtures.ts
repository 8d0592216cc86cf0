import type { ApiEndpoint, EndpointPreview, EndpointTest, MappingSource } from '@crossdock/client'
import { mappingOf, rowsOf } from '../mapping/rows.js'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

export const files = [
  { id: 'cmr', name: 'CMR-88213.pdf', size: 184_220, updatedAt: ago(4), type: 'file' },
  { id: 'invoice', name: 'invoice-2026-117.pdf', size: 92_114, updatedAt: ago(26), type: 'file' },
  { id: 'packing', name: 'packing-list.csv', size: 3_480, updatedAt: ago(190), type: 'file' },
]

const of = (map: string, values: Record<string, unknown>): MappingSource[] =>
  Object.entries(values).map(([source, value]) => ({ map, source, value }))

const person = { email: 'mara.lindqvist@harbor-logistics.example', name: 'Mara Lindqvist' }
const run = { executionId: '3f1c8a52', eventType: 'test', tenantId: 'ten_1' }

function sourcesOf(assetId: string | undefined): MappingSource[] {
  const file = files.find(({ id }) => id === assetId)
  const { name = 'crossdock-test.txt', size = 0 } = file ?? {}
  return [
    ...of('fileMetadata', { name, size, mimeType: file ? 'application/pdf' : 'text/plain' }),
    ...of('userMetadata', person),
    ...of('systemFields', run),
    ...(assetId === 'cmr' ? [] : of('fileMetadata', { 'order.number': 'PO-7' })),
  ]
}

interface Draft extends Pick<ApiEndpoint, 'path' | 'method' | 'fieldMapping'> {
  assetId?: string
  requestSchema?: ApiEndpoint['requestSchema']
  params?: Record<string, string>
}

/** The preview of the fake server. It knows the same sources as the real server and refuses the same mappings. */
export function previewOf({ body }: { body: unknown }): object {
  const { path, method, fieldMapping = {}, requestSchema, assetId, params = {} } = body as Draft
  const sources = sourcesOf(assetId)
  const rows = rowsOf(fieldMapping).map(({ target, from }) => {
    const found = sources.find(({ map, source }) => map === from.map && source === from.source)
    return { target, from, found, field: `fieldMapping.${from.map}.${target}` }
  })
  const unknown = rows.filter(({ found }) => !found)
  const refused = unknown.filter(({ from }) => from.map !== 'fileMetadata')
  if (refused.length > 0) {
    const errors = refused.map(({ field, from }) => ({
      field,
      rule: 'enum',
      message: `There is no field "${from.source}" of a person. Known: email, name.`,
    }))
    return {
      status: 422,
      body: { message: errors.map(({ message }) => message).join(' '), errors },
    }
  }
  const mapped = rows
    .filter(({ found }) => found)
    .map(({ target, found }) => [target, found?.value])
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)
  const request = {
    method,
    url: `https://api.zeta-wms.example${filled}`,
    headers: { Accept: 'application/json', Authorization: '••••••••', ...requestSchema?.headers },
    body: mapped.length > 0 ? Object.fromEntries(mapped) : null,
  }
  const needs = /\{\w+\}/.exec(filled)
  return {
    request: needs ? null : request,
    problem: needs && `The endpoint needs a value for ${needs[0]} and has none.`,
    sources,
    warnings: unknown.map(({ field, target, from }) => ({
      field,
      message: `None of the last 20 files has "${from.source}": "${target}" is left out.`,
    })),
  } satisfies EndpointPreview
}

/** A mapping with all three parts. */
export const mapping = mappingOf([
  { target: 'document.title', from: { map: 'fileMetadata', source: 'name' } },
  { target: 'order', from: { map: 'fileMetadata', source: 'order.number' } },
  { target: 'sender', from: { map: 'userMetadata', source: 'email' } },
  { target: 'run', from: { map: 'systemFields', source: 'executionId' } },
])

/** The files that an endpoint can be tested with. */
export const listFiles = ({ query }: { query: URLSearchParams }) => {
  const { search = '' } = JSON.parse(query.get('filter') ?? '{}') as { search?: string }
  return files.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
}

/** The result of a successful test. */
export const testResult: EndpointTest = {
  success: true,
  statusCode: 201,
  duration: 184,
  message: 'Endpoint responded successfully with status 201 Created.',
  requestData: { method: 'POST', url: 'https://api.zeta-wms.example/receipts' },
  responseData: { status: 201, body: { receipt: 4711 } },
  warnings: [],
}

import type { ApiEndpoint } from '@crossdock/client'
import { activeColumn, modifiedColumn } from '../../records/columns.js'
import type { RecordKind } from '../../records/kind.js'

export const endpointKind: RecordKind<ApiEndpoint> = {
  noun: 'endpoints',
  one: 'endpoint',
  path: '/api/integrations/endpoints',
  about: (endpoint) => `${endpoint.method} ${endpoint.path}`,
  columns: [
    { title: 'Name', text: (endpoint) => endpoint.name },
    { title: 'Method', text: (endpoint) => endpoint.method },
    { title: 'Path', text: (endpoint) => endpoint.path },
    { title: 'Type', text: (endpoint) => endpoint.endpointType },
    activeColumn(),
    modifiedColumn(),
    { title: 'System id', text: (endpoint) => endpoint.systemId, onlyPiped: true },
    { title: 'Id', text: (endpoint) => endpoint.id, onlyPiped: true },
  ],
}

import type { ExternalSystem, SystemCircuit } from '@crossdock/client'
import { activeColumn, modifiedColumn } from '../../records/columns.js'
import type { RecordKind } from '../../records/kind.js'

export const systemKind: RecordKind<ExternalSystem> = {
  noun: 'systems',
  one: 'external system',
  path: '/api/integrations/systems',
  about: (system) => system.baseUrl ?? system.systemType,
  loses: ({ endpointCount }) => {
    if (endpointCount === 0) return ''
    return endpointCount === 1 ? ' with its endpoint' : ` with its ${endpointCount} endpoints`
  },
  more: async (api, { id, name }) => {
    const path = `/api/integrations/systems/${id}/circuit`
    const { state, byHand, reason, until } = await api.get<SystemCircuit>(path)
    if (state === 'closed') return ''
    const why = byHand ? 'by hand' : 'after failures'
    const end = until ? `, until ${until}` : ', until they are resumed'
    return `Calls to ${name} are paused ${why}${end}${reason ? `: ${reason}` : '.'}`
  },
  columns: [
    { title: 'Name', text: (system) => system.name },
    { title: 'Type', text: (system) => system.systemType },
    { title: 'Address', text: (system) => system.baseUrl ?? '' },
    { title: 'Endpoints', text: (system) => String(system.endpointCount), align: 'right' },
    activeColumn(),
    modifiedColumn(),
    { title: 'Id', text: (system) => system.id, onlyPiped: true },
  ],
}

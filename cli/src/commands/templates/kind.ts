import type { ContractTemplate } from '@crossdock/client'
import { activeColumn } from '../../records/columns.js'
import type { RecordKind } from '../../records/kind.js'

export const templateKind: RecordKind<ContractTemplate> = {
  noun: 'templates',
  one: 'contract template',
  path: '/api/contract-templates',
  about: ({ category }) => category ?? '',
  columns: [
    { title: 'Name', text: ({ name }) => name },
    { title: 'Category', text: ({ category }) => category ?? '' },
    { title: 'Endpoints', text: ({ endpointCount }) => String(endpointCount), align: 'right' },
    { title: 'Version', text: ({ version }) => version },
    { title: 'For', text: ({ isGlobal }) => (isGlobal ? 'everyone' : 'the organization') },
    activeColumn(),
    { title: 'Id', text: ({ id }) => id, onlyPiped: true },
  ],
}

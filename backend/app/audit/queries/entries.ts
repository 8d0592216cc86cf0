import { paginate, period, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import type { Reader } from '@crossdock/kernel/http'
import { AuditEntry } from '../models/audit_entry.js'
import { shownTo } from '../transformers/entry.js'
import { inChain } from './chosen_chain.js'

export const auditList: ListDefinition = {
  resource: 'audit',
  filters: {
    chain: 'text',
    eventType: 'text',
    userId: 'text',
    actorId: 'text',
    targetId: 'text',
    ...period('created_at'),
  },
  sorts: { createdAt: 'created_at', seq: 'seq' },
  defaultSort: ['createdAt', 'desc'],
}

/** The chain that the filter of a list names. */
export const chainNamed = ({ filter }: Pick<ListRequest, 'filter'>) =>
  filter.chain === undefined ? undefined : String(filter.chain)

/** The entries of a chain the caller may read; use it inside `inChain`. */
export const entriesOf = (chain: string) => AuditEntry.query().where('chain', chain)

/** Skips the filter by chain, which `entriesOf` has applied. */
export const narrowed = { chain: () => undefined }

/** A page of the audit. */
export async function listEntries(list: ListRequest, reader: Reader) {
  const page = await inChain(chainNamed(list), ({ id }) =>
    paginate(entriesOf(id), auditList, list, narrowed)
  )
  return page.map(shownTo(reader))
}

import type { AuditEntry } from '@crossdock/client'
import { useGetList } from 'ra-core'
import { useSearchParams } from 'react-router-dom'

/** Where the entries of one person are, whoever that is: also the operator's, and of people who were removed. */
export const entriesOf = (userId: string): string =>
  `/settings?${new URLSearchParams({ tab: 'audit', filter: JSON.stringify({ userId }) }).toString()}`

/** Whom the address narrows the audit to, by the name they have in it. */
export function useAskedPerson(): { id: string; name: string } | undefined {
  const [search] = useSearchParams()
  const id = idIn(search.get('filter'))
  const { data = [] } = useGetList<AuditEntry>(
    'audit',
    {
      filter: { userId: id },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'seq', order: 'DESC' },
    },
    { enabled: id !== undefined }
  )
  return id === undefined ? undefined : { id, name: data[0]?.person?.name ?? id.slice(0, 8) }
}

function idIn(filter: string | null): string | undefined {
  try {
    const { userId } = JSON.parse(filter ?? '{}') as { userId?: unknown }
    return typeof userId === 'string' ? userId : undefined
  } catch {
    return undefined
  }
}

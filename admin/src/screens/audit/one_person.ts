import type { AuditEntry } from '@crossdock/client'
import { useGetList } from 'ra-core'
import { useSearchParams } from 'react-router-dom'

/** Returns the address of the entries of one person, who may be the operator or a removed person. */
export const entriesOf = (userId: string): string =>
  `/settings?${new URLSearchParams({ tab: 'audit', filter: JSON.stringify({ userId }) }).toString()}`

/** Returns the person that the filter in the address names, with the name from an entry. */
export function usePersonInFilter(): { id: string; name: string } | undefined {
  const [search] = useSearchParams()
  const id = userIdIn(search.get('filter'))
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

function userIdIn(filter: string | null): string | undefined {
  try {
    const { userId } = JSON.parse(filter ?? '{}') as { userId?: unknown }
    return typeof userId === 'string' ? userId : undefined
  } catch {
    return undefined
  }
}

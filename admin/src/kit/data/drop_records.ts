import type { QueryClient } from '@tanstack/react-query'
import type { GetListResult, Identifier } from 'ra-core'

/** Takes records out of all lists that were read, before they are read again. */
export function dropRecords(
  client: QueryClient,
  resource: string,
  records: readonly { id: Identifier }[]
): void {
  const ids = new Set(records.map(({ id }) => id))
  client.setQueriesData<GetListResult>({ queryKey: [resource, 'getList'] }, (list) => {
    const data = list?.data.filter(({ id }) => !ids.has(id))
    if (!list || !data || data.length === list.data.length) return undefined
    const total = list.total && list.total - (list.data.length - data.length)
    return { ...list, data, total }
  })
}

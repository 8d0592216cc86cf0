import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { GetListParams, GetListResult, Identifier, RaRecord } from 'ra-core'

/** Removes records from all cached lists before the lists are reloaded. Later rows move up. */
export function dropRecords(
  client: QueryClient,
  resource: string,
  records: readonly { id: Identifier }[]
): void {
  const ids = new Set(records.map(({ id }) => id))
  const read = client.getQueryCache().findAll({ queryKey: [resource, 'getList'] })
  const pages = read.flatMap(({ queryKey, state }) => {
    const { pagination, ...asked } = queryKey[2] as GetListParams
    const { page = 1, perPage = Infinity } = pagination ?? {}
    const first = page === 1 ? 0 : (page - 1) * perPage
    const list = state.data as GetListResult | undefined
    // The pages of one list differ only in their number.
    return list ? { queryKey, list, first, perPage, listKey: hashKey([asked, perPage]) } : []
  })
  for (const all of Map.groupBy(pages, ({ listKey }) => listKey).values())
    dropFrom(all, client, ids)
}

interface Page {
  queryKey: QueryKey
  list: GetListResult
  /** The index of the page's first row. */
  first: number
  perPage: number
}

/** @param pages cached pages of one list */
function dropFrom(pages: Page[], client: QueryClient, ids: ReadonlySet<Identifier>): void {
  const left = new Map<number, RaRecord>()
  // Pages that were read at different times may overlap.
  const dropped = new Set<Identifier>()
  for (const { list, first } of pages.toSorted((a, b) => a.first - b.first)) {
    list.data.forEach((record: RaRecord, at) => {
      if (ids.has(record.id)) dropped.add(record.id)
      else left.set(first + at - dropped.size, record)
    })
  }
  if (dropped.size === 0) return
  for (const { queryKey, list, first, perPage } of pages) {
    // Only the known rows; the missing ones are reloaded.
    const data: RaRecord[] = []
    for (let record; data.length < perPage && (record = left.get(first + data.length));) {
      data.push(record)
    }
    const total = list.total && list.total - dropped.size
    client.setQueryData<GetListResult>(queryKey, { ...list, data, total })
  }
}

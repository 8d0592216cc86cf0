import { useListContext } from 'ra-core'
import { useMemo, useRef, type ReactNode } from 'react'
import { ListRowsContext, SeenRecords, type ListRows } from './rows.js'

const nothing = () => undefined
const noMore = () => Promise.resolve()

/** The rows of the current page, for a list with pages. */
export function PagedRows({ children }: { children: ReactNode }) {
  const { data, isPlaceholderData, filterValues, filter } = useListContext()
  const seen = useRef(new SeenRecords()).current
  const asked = useRef({})
  asked.current = { ...filterValues, ...(filter as object) }
  const rows = useMemo((): ListRows => {
    const records = data ?? []
    // Rows of the previous query are about to disappear.
    if (!isPlaceholderData) seen.add(records, asked.current)
    return {
      count: records.length,
      at: (index) => records[index],
      indexOf: (id) => records.findIndex((record) => record.id === id),
      known: seen.known,
      readAt: () => ({ time: 0, count: records.length }),
      foundBy: seen.foundBy,
      show: nothing,
      seek: noMore,
      between: (first, last) => records.slice(first, last + 1),
    }
  }, [data, isPlaceholderData, seen])
  return <ListRowsContext value={rows}>{children}</ListRowsContext>
}

import { useListContext } from 'ra-core'
import { useMemo, useRef, type ReactNode } from 'react'
import { ListRowsContext, Seen, type ListRows } from './rows.js'

const nothing = () => undefined
const noMore = () => Promise.resolve()

/** The rows of a list that is shown page by page: those of the page. */
export function PagedRows({ children }: { children: ReactNode }) {
  const { data, isPlaceholderData, filterValues, filter } = useListContext()
  const seen = useRef(new Seen()).current
  const asked = useRef({})
  asked.current = { ...filterValues, ...(filter as object) }
  const rows = useMemo((): ListRows => {
    const records = data ?? []
    // Of the question before, they are on their way out.
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

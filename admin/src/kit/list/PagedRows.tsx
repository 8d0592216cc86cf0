import { useListContext } from 'ra-core'
import { useMemo, useRef, type ReactNode } from 'react'
import { ListRowsContext, Seen, type ListRows } from './rows.js'

const nothing = () => undefined

/** The rows of a list that is shown page by page: those of the page. */
export function PagedRows({ children }: { children: ReactNode }) {
  const { data } = useListContext()
  const seen = useRef(new Seen()).current
  const rows = useMemo((): ListRows => {
    const records = data ?? []
    seen.add(records)
    return {
      count: records.length,
      at: (index) => records[index],
      indexOf: (id) => records.findIndex((record) => record.id === id),
      known: seen.known,
      show: nothing,
      between: (first, last) => records.slice(first, last + 1),
    }
  }, [data, seen])
  return <ListRowsContext value={rows}>{children}</ListRowsContext>
}

import { useListContext, type Identifier } from 'ra-core'
import { useRef } from 'react'
import { useErrorToast } from '../data/useErrorToast.js'
import { useListRows } from './rows.js'

type Ids = readonly Identifier[]

/**
 * Selects a range of rows, up to the limit, and reads the missing rows.
 * `how` combines the range with the selection; by default the range replaces it.
 */
export function useSelectRows() {
  const { onSelect } = useListContext()
  const { between } = useListRows()
  const showError = useErrorToast()
  const asked = useRef(0)
  return (first: number, last: number, how = (ids: Ids) => ids): void | Promise<void> => {
    const at = (asked.current += 1)
    const rows = between(first, last)
    const select = (records: Awaited<typeof rows>) => {
      // Another selection may have been made in the meantime.
      if (at === asked.current) onSelect([...how(records.map(({ id }) => id))])
    }
    return rows instanceof Promise ? rows.then(select, showError) : select(rows)
  }
}

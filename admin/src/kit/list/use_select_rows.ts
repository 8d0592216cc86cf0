import { useListContext, type Identifier } from 'ra-core'
import { useRef } from 'react'
import { useErrorToast } from '../data/useErrorToast.js'
import { useListRows } from './rows.js'

type Ids = readonly Identifier[]

/**
 * Selects rows from one to another, at most as many as can be; those that have not been read are.
 * `how` says what becomes of them, else they alone are selected.
 */
export function useSelectRows() {
  const { onSelect } = useListContext()
  const { between } = useListRows()
  const tell = useErrorToast()
  const asked = useRef(0)
  return (first: number, last: number, how = (ids: Ids) => ids): void | Promise<void> => {
    const at = (asked.current += 1)
    const rows = between(first, last)
    const select = (records: Awaited<typeof rows>) => {
      // Meanwhile something else may have been selected.
      if (at === asked.current) onSelect([...how(records.map(({ id }) => id))])
    }
    return rows instanceof Promise ? rows.then(select, tell) : select(rows)
  }
}

import { useListContext, type Identifier, type RaRecord } from 'ra-core'
import { createContext, useContext } from 'react'

/** So many can be selected: as many as the server takes in one request, and gives in one page. */
export const MOST_SELECTED = 1000

type Filter = Record<string, unknown>

/** The rows of a list, all of them, of which only some have been read. */
export interface ListRows<T extends RaRecord = RaRecord> {
  count: number
  /** Undefined for one that has not been read. */
  at: (index: number) => T | undefined
  /** As the answer that was read last tells it; -1 for one that has not been read. */
  indexOf: (id: Identifier) => number
  /** Any record that was read here: what is selected may not be listed any more. */
  known: (id: Identifier) => T | undefined
  /** When a row was read, and how many there were then. */
  readAt: (index: number) => { time: number; count: number }
  /** The search and filters it was listed for last. */
  foundBy: (id: Identifier) => Filter | undefined
  /** Told which rows are in sight. */
  show: (first: number, last: number) => void
  /** Reads rows that are not in sight from one to before another: some that were may have gone there. */
  seek: (first: number, end: number) => Promise<void>
  /** Rows from one to another, as many as can be selected; what is missing is read. */
  between: (first: number, last: number) => readonly T[] | Promise<readonly T[]>
}

export const ListRowsContext = createContext<ListRows | null>(null)

export function useListRows(): ListRows {
  const rows = useContext(ListRowsContext)
  if (!rows) throw new Error('This part of a list needs a ResourceList around it.')
  return rows
}

/** The records that are selected, also those that are not in sight or that a search no longer lists. */
export function useSelectedRecords<T extends RaRecord>(): T[] {
  const { selectedIds } = useListContext()
  const { known } = useListRows()
  return selectedIds.map(known).filter((record) => record !== undefined) as T[]
}

/** All records that were seen while a list was open. */
export class Seen {
  readonly #records = new Map<Identifier, { record: RaRecord; filter: Filter }>()
  add(records: readonly RaRecord[], filter: Filter) {
    for (const record of records) this.#records.set(record.id, { record, filter })
  }
  known = (id: Identifier) => this.#records.get(id)?.record
  foundBy = (id: Identifier) => this.#records.get(id)?.filter
}

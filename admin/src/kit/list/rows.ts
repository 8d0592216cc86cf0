import { useListContext, type Identifier, type RaRecord } from 'ra-core'
import { createContext, useContext } from 'react'

/** The most rows that can be selected: the server's limit per request and per page. */
export const MOST_SELECTED = 1000

type Filter = Record<string, unknown>

/** All rows of a list, of which only some have been read. */
export interface ListRows<T extends RaRecord = RaRecord> {
  count: number
  /** Undefined for a row that has not been read. */
  at: (index: number) => T | undefined
  /** The index in the last answer; -1 for a row that has not been read. */
  indexOf: (id: Identifier) => number
  /** Any record that was read while the list is open. A selected record may no longer be in the list. */
  known: (id: Identifier) => T | undefined
  /** The time at which a row was read, and the number of rows at that time. */
  readAt: (index: number) => { time: number; count: number }
  /** The search and the filters under which the record was last listed. */
  foundBy: (id: Identifier) => Filter | undefined
  /** Reports which rows are in view. */
  show: (first: number, last: number) => void
  /** Reads rows outside the view (`end` is exclusive), because rows in view may have moved there. */
  seek: (first: number, end: number) => Promise<void>
  /** The rows of a range, up to the selection limit. Missing ones are read. */
  between: (first: number, last: number) => readonly T[] | Promise<readonly T[]>
}

export const ListRowsContext = createContext<ListRows | null>(null)

export function useListRows(): ListRows {
  const rows = useContext(ListRowsContext)
  if (!rows) throw new Error('This part of a list needs a ResourceList around it.')
  return rows
}

/** The selected records, including those out of view or no longer in the search results. */
export function useSelectedRecords<T extends RaRecord>(): T[] {
  const { selectedIds } = useListContext()
  const { known } = useListRows()
  return selectedIds.map(known).filter((record) => record !== undefined) as T[]
}

/** All records that were shown while a list was open. */
export class SeenRecords {
  readonly #records = new Map<Identifier, { record: RaRecord; filter: Filter }>()
  add(records: readonly RaRecord[], filter: Filter) {
    for (const record of records) this.#records.set(record.id, { record, filter })
  }
  known = (id: Identifier) => this.#records.get(id)?.record
  foundBy = (id: Identifier) => this.#records.get(id)?.filter
}

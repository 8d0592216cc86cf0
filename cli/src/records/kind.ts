import type { ApiClient } from '../api/client.js'
import type { Column } from '../output/table.js'

/** A kind of record that is listed, shown, created, changed and deleted. */
export interface RecordKind<T extends { id: string; name: string }> {
  /** The name of the command: `systems`. */
  noun: string
  one: string
  path: string
  columns: Array<Column<T>>
  /** A description that distinguishes several matches. */
  about: (row: T) => string
  /** Names what is deleted with the record. */
  loses?: (row: T) => string
  /** Additional text below a shown record. */
  more?: (api: ApiClient, row: T) => Promise<string>
}

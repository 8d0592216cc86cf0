import type { ApiClient } from '../api/client.js'
import type { Column } from '../output/table.js'

/** Things of the tenant that are listed, shown, created, changed and deleted alike. */
export interface RecordKind<T extends { id: string; name: string }> {
  /** As the command is called: `systems`. */
  noun: string
  one: string
  path: string
  columns: Array<Column<T>>
  /** What is said of one of several that may be meant. */
  about: (row: T) => string
  /** What goes with it when it is deleted. */
  loses?: (row: T) => string
  /** What is said below one that is shown, for people. */
  more?: (api: ApiClient, row: T) => Promise<string>
}

/** A table whose texts are indexed for search. */
export interface TextIndex {
  table: string
  /** Text columns; null counts as empty. */
  columns: readonly string[]
  /** Column with the owner of a row. */
  owner: string
}

/** Table of the indexed rows, with their tenants. */
export const sideTable = (table: string) => `${table}_search`

/** Precedes every text, so that a search can match the beginning of a text. */
export const fieldStart = '\n\n'

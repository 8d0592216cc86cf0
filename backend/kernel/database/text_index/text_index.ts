export interface TextIndex {
  table: string
  /** Text columns; null counts as empty. */
  columns: readonly string[]
  /** Column with the owner of a row, usually the tenant. */
  owner: string
}

/** Returns the name of the table with the indexed texts of a table. */
export const sideTable = (table: string) => `${table}_search`

/** Written before every text, so that a search can match the start of a text. */
export const fieldStart = '\n\n'

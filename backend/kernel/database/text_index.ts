/** What a table's texts are found by: the names of what is kept beside it, and the parts of it. */
export interface TextIndex {
  table: string
  /** Texts, null counts as empty. */
  columns: readonly string[]
  /** Column that says whose a row is. */
  owner: string
}

/** Which of the table's rows there are, by tenant. */
export const sideTable = (table: string) => `${table}_search`

/** Stands before every text: what a text begins with is found by it. */
export const fieldStart = '\n\n'

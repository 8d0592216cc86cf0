import { dialect } from '../database/database.js'
import { fieldStart } from '../database/text_index.js'
import { foldedText } from '../database/text_index_postgres.js'
import { settings } from '../settings/index.js'
import { globPattern, likePattern, regexPattern, type Term } from './term.js'

/** A condition with a value for each `?`. */
export interface Condition {
  sql: string
  values: (string | number | boolean | null)[]
}

/** `fold` of an expression. Only one of SQLite's drivers takes functions of ours; the other folds ASCII. */
function folded(sql: string): string {
  if (dialect() === 'postgres') return foldedText(sql)
  return settings.use().SQLITE_DRIVER === 'better-sqlite3' ? `fold(${sql})` : `lower(${sql})`
}

/** Holds for the rows in which one of the columns holds the term, as people mean it. */
export function holdsTerm(columns: readonly string[], term: Term): Condition {
  const isPostgres = dialect() === 'postgres'
  if (term.follows.length === 0) {
    const texts = columns.map(folded)
    // On SQLite `like` ignores the case of ASCII: what it finds needs no other look.
    if (!isPostgres) texts.unshift(...columns)
    const like = texts.map((text) => `${text} like ? escape '\\'`).join(' or ')
    const pattern = likePattern(term.text)
    return { sql: `(${like})`, values: texts.map(() => pattern) }
  }
  const texts = columns
    .map((column) => `'${fieldStart}' || ${folded(`coalesce(${column}, '')`)}`)
    .join(' || ')
  return isPostgres
    ? { sql: `(${texts}) ~ ?`, values: [regexPattern(term)] }
    : { sql: `(${texts}) glob ?`, values: [globPattern(term)] }
}

import { dialect } from '../database/database.js'
import { fieldStart } from '../database/text_index/text_index.js'
import { foldedText } from '../database/text_index/text_index_postgres.js'
import { settings } from '../settings/index.js'
import { globPattern, likePattern, regexPattern, type Term } from './term.js'

/** A condition with a value for each `?`. */
export interface Condition {
  sql: string
  values: (string | number | boolean | null)[]
}

/** `fold` as SQL. Only one of the SQLite drivers supports custom functions; the other folds ASCII only. */
function folded(sql: string): string {
  if (dialect() === 'postgres') return foldedText(sql)
  return settings.use().SQLITE_DRIVER === 'better-sqlite3' ? `fold(${sql})` : `lower(${sql})`
}

/** A condition for rows in which one of the columns contains the term. */
export function holdsTerm(columns: readonly string[], term: Term): Condition {
  const isPostgres = dialect() === 'postgres'
  if (term.follows.length === 0) {
    const texts = columns.map(folded)
    // On SQLite `like` ignores the case of ASCII, so most matches need no folding.
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

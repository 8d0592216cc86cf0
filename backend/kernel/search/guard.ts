import { dialect } from '../database/database.js'
import { fieldStart } from '../database/text_index.js'
import { globPattern, likePattern, regexPattern, type Term } from './term.js'

/** A condition with a value for each `?`. */
export interface Condition {
  sql: string
  values: (string | number | boolean | null)[]
}

/** Holds for the rows in which one of the columns holds the term, as people mean it. */
export function holdsTerm(columns: readonly string[], term: Term): Condition {
  const isPostgres = dialect() === 'postgres'
  const hasSigma = term.text.includes('σ')
  const small = (sql: string) => (hasSigma ? `replace(lower(${sql}), 'ς', 'σ')` : `lower(${sql})`)
  const given = isPostgres ? small('?') : '?'
  if (term.follows.length === 0) {
    const texts = columns.map(small)
    // On SQLite `lower` is JavaScript's own, and `like` ignores the case of ASCII: what it finds needs no other look.
    if (!isPostgres) texts.unshift(...columns)
    const like = texts.map((text) => `${text} like ${given} escape '\\'`).join(' or ')
    const pattern = likePattern(isPostgres ? term.typed : term.text)
    return { sql: `(${like})`, values: texts.map(() => pattern) }
  }
  const texts = columns
    .map((column) => `'${fieldStart}' || ${small(`coalesce(${column}, '')`)}`)
    .join(' || ')
  return isPostgres
    ? { sql: `(${texts}) ~ ${given}`, values: [regexPattern(term)] }
    : { sql: `(${texts}) glob ?`, values: [globPattern(term)] }
}

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
  if (term.follows.length === 0) {
    const like = columns.map((column) => `lower(${column}) like ? escape '\\'`).join(' or ')
    return { sql: `(${like})`, values: columns.map(() => likePattern(term.text)) }
  }
  const texts = columns
    .map((column) => `'${fieldStart}' || lower(coalesce(${column}, ''))`)
    .join(' || ')
  return dialect() === 'postgres'
    ? { sql: `(${texts}) ~ ?`, values: [regexPattern(term)] }
    : { sql: `(${texts}) glob ?`, values: [globPattern(term)] }
}

import { invalid, text, type Text } from '@crossdock/kernel/ground'
import { cellsOf, delimiterOf, namedDelimiter } from './cells.js'
import { fieldsOf, type Field } from './header.js'
import { linesOf } from './lines.js'

/** A row of the file: its line number and its cells that are not empty, or the error. */
export interface ReadRow {
  line: number
  cells: Map<Field, string>
  problem: Text | null
}

/**
 * Rows of a CSV text, in order. Parses line by line, so that an error such as an open quotation mark affects only
 * its own line.
 * @throws Problem 422 for the first line
 */
export async function* readRows(csv: string): AsyncGenerator<ReadRow> {
  let columns: { delimiter: string; fields: (Field | undefined)[] } | undefined
  let named: string | undefined
  let number = 0
  for await (const line of linesOf(csv)) {
    number += 1
    if (line === '') continue
    if (!columns && !named && (named = namedDelimiter(line))) continue
    const delimiter = columns?.delimiter ?? named ?? delimiterOf(line)
    const cells = cellsOf(line, delimiter)
    if (columns) yield rowOf(number, columns.fields, cells)
    else if (Array.isArray(cells)) columns = { delimiter, fields: fieldsOf(cells) }
    else throw invalid('file', cells, 'csv')
  }
  if (!columns)
    throw invalid(
      'file',
      text('The file has no line with column names. Add one as the first line.'),
      'csv'
    )
}

function rowOf(line: number, fields: (Field | undefined)[], given: string[] | Text): ReadRow {
  const cells = new Map<Field, string>()
  if (!Array.isArray(given)) return { line, cells, problem: given }
  if (given.length > fields.length) {
    const params = { count: given.length, columns: fields.length }
    const problem = text(
      'The line has {count} cells, but there are only {columns} columns.',
      params
    )
    return { line, cells, problem }
  }
  for (const [at, field] of fields.entries()) {
    const value = unescaped(given[at] ?? '').trim()
    if (value.includes('\0')) {
      return { line, cells, problem: text('The line contains a NUL character.') }
    }
    if (field && value !== '') cells.set(field, value)
  }
  return { line, cells, problem: null }
}

/** Removes the apostrophe that our export puts before a cell that looks like a formula. */
const unescaped = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r＝])/, '')

import { ask, change, dialect } from '../database.js'
import type { Value } from '../drivers/driver.js'
import { Moment } from './present.js'

/** Columns of a row as stored: snake_case, JSON as text. `undefined` omits a column. */
export type RowValues = Record<string, Value | undefined>

/** Like `RowValues`, but the database may fill in times. */
export type NewRow = Record<string, Value | Moment | undefined>

/**
 * Cached statement texts, by shape. Shapes come from the code: `name()` checks that no table or column name
 * comes from input.
 */
const texts = new Map<string, string>()
const mostTexts = 2_000

function textOf(shape: string, make: () => string): string {
  const known = texts.get(shape)
  if (known) return known
  const made = make()
  if (texts.size >= mostTexts) texts.clear()
  texts.set(shape, made)
  return made
}

function name(given: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(given))
    throw new Error(`"${given}" is not a table or column name.`)
  return `"${given}"`
}

const names = (columns: readonly string[]) => columns.map(name).join(', ')

const presentIn = (values: NewRow) => Object.keys(values).filter((key) => values[key] !== undefined)

const valuesOf = (values: RowValues, columns: readonly string[]) =>
  columns.map((key) => values[key]!)

/** Returns the SQL of a row's values, and the values to bind. */
export function markedOf(
  row: NewRow,
  columns: readonly string[]
): { marks: string; bound: Value[] } {
  const bound: Value[] = []
  const marks = columns.map((column) => {
    const value = row[column]!
    const { mark, values } = value instanceof Moment ? value.sql : { mark: '?', values: [value] }
    bound.push(...values)
    return mark
  })
  return { marks: marks.join(', '), bound }
}

/**
 * Inserts one row.
 * @returns the stored values of the requested columns
 */
export async function insertRow<Row = Record<string, unknown>>(
  table: string,
  values: NewRow,
  returning: readonly string[] = []
): Promise<Row | undefined> {
  const columns = presentIn(values)
  const { marks, bound } = markedOf(values, columns)
  const text = textOf(`insert ${table} ${columns.join()} ${marks} ${returning.join()}`, () => {
    const back = returning.length > 0 ? ` returning ${names(returning)}` : ''
    return `insert into ${name(table)} (${names(columns)}) values (${marks})${back}`
  })
  const [row] = await ask<Row>(text, bound)
  return row
}

/**
 * Updates rows whose columns equal those of `where`.
 * @returns the number of updated rows
 * @throws when `values` is empty
 */
export function updateRows(table: string, where: RowValues, values: RowValues): Promise<number> {
  const set = presentIn(values)
  if (set.length === 0) throw new Error(`${table}: there is no column to change.`)
  const by = conditionsOf(table, where)
  const text = textOf(`update ${table} ${set.join()} ${by.join()}`, () => {
    const changes = set.map((column) => `${name(column)} = ?`).join(', ')
    return `update ${name(table)} set ${changes} where ${equal(by)}`
  })
  return change(text, [...valuesOf(values, set), ...valuesOf(where, by)])
}

/**
 * `share`: until this transaction ends, no other can change or delete the rows. On SQLite this needs no lock,
 * because there is only one writer.
 */
export type RowLock = 'share'

/** Reads rows whose columns equal those of `where`. */
export function selectRows<Row = Record<string, unknown>>(
  table: string,
  where: RowValues,
  columns?: readonly string[],
  lock?: RowLock
): Promise<Row[]> {
  const by = conditionsOf(table, where)
  const locking = lock && dialect() === 'postgres' ? ` for ${lock}` : ''
  const text = textOf(`select ${table} ${columns?.join() ?? '*'} ${by.join()}${locking}`, () => {
    return `select ${columns ? names(columns) : '*'} from ${name(table)} where ${equal(by)}${locking}`
  })
  return ask<Row>(text, valuesOf(where, by))
}

/** @throws for a condition that would match every row: an empty one, or one with a missing value */
function conditionsOf(table: string, where: RowValues): string[] {
  const columns = Object.keys(where)
  const bare = columns.filter((column) => (where[column] ?? null) === null)
  if (columns.length > 0 && bare.length === 0) return columns
  throw new Error(
    `${table}: a condition needs a value; there is none for ${bare.join() || 'any column'}.`
  )
}

const equal = (columns: readonly string[]) =>
  columns.map((column) => `${name(column)} = ?`).join(' and ')

type Condition = string | boolean | null | readonly string[] | { not: string }

/** Which rows of a tenant-owned table are counted, and by which keys. Columns have their names in the table. */
export interface Counted {
  /** Name that readers use: `<plugin>.<what>`. */
  counter: string
  /**
   * Required column values: a value, one of several, empty (null), or anything but a value. Without `when`,
   * every row counts.
   */
  when?: Readonly<Record<string, Condition>>
  /**
   * A column with few values; each value is counted separately. Several columns form one key, with slashes
   * between their values.
   */
  by?: string | readonly string[]
  /** An integer column to add up. Rows without a value are counted separately, for averages. */
  sum?: string
  /** A time column. Each of the last hours is counted separately. A row without a time does not count. */
  hour?: string
}

/** Table of the counts; see kernel/counters. */
export const countersTable = 'counters'

/** Hours older than this are merged into one bucket with the key ''. */
export const apartHours = 72

/** A `Counted` as SQL for a row. `row` is an alias: `new`, `old` or one of a query. */
export interface Counting {
  counter: string
  /** All columns that a row's contribution depends on. */
  columns: string[]
  counts(row: string): string
  bucket(row: string): string
  key(row: string): string
  /** The number to add up; null for none. */
  value(row: string): string
}

/** What differs between SQLite and PostgreSQL. */
export interface Dialect {
  hourOf(column: string): string
  literal(value: string | boolean): string
  begin(table: string, countings: readonly Counting[]): string[]
  end(table: string, counters: readonly string[]): string[]
}

/** Prefix of a counter's trigger names. */
export const triggersOf = (counter: string) => `counted_${counter.replaceAll('.', '_')}`

/** @throws for an invalid counter name */
export function countingOf(what: Counted, { hourOf, literal }: Dialect): Counting {
  const { counter, when = {}, by, sum, hour } = what
  if (!/^[a-z]\w*(\.[a-z]\w*)+$/.test(counter) || counter.length > 40) {
    throw new Error(
      `"${counter}" is not a counter name: write "<plugin>.<what>", up to 40 characters.`
    )
  }
  const apart = by === undefined ? [] : [by].flat()
  const named = [...Object.keys(when), ...apart, sum, hour].filter((column) => column !== undefined)
  const conditions = (row: string) => [
    `${row}.tenant_id is not null`,
    ...Object.entries(when).map(([column, value]) => isSo(`${row}.${column}`, value, literal)),
    ...(hour ? [`${row}.${hour} is not null`] : []),
  ]
  return {
    counter,
    columns: [...new Set(['tenant_id', ...named])],
    counts: (row) => conditions(row).join(' and '),
    bucket: (row) => (hour ? hourOf(`${row}.${hour}`) : `''`),
    key: (row) =>
      apart.map((column) => `coalesce(${row}.${column}, '')`).join(` || '/' || `) || `''`,
    value: (row) => (sum ? `${row}.${sum}` : 'null'),
  }
}

function isSo(column: string, value: Condition, literal: Dialect['literal']): string {
  if (value === null) return `${column} is null`
  if (typeof value !== 'object') return `${column} = ${literal(value)}`
  if ('not' in value) return `${column} <> ${literal(value.not)}`
  return `${column} in (${value.map(literal).join(', ')})`
}

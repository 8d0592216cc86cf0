type Condition = string | boolean | null | readonly string[] | { not: string }

/** Which rows of a tenant-owned table are counted, and what is told apart. Columns are named as the table has them. */
export interface Counted {
  /** `<plugin>.<what>`: what readers ask for. */
  counter: string
  /** What columns must be: a value, one of several, empty (null), or anything but a value. Every row counts when it is absent. */
  when?: Readonly<Record<string, Condition>>
  /** A column with few values, or several: each is counted apart. Of several the values stand in one key, a slash between. */
  by?: string | readonly string[]
  /** A column of whole numbers that are added up; rows without one are told apart, for averages. */
  sum?: string
  /** A column with a time: each of the last hours is counted apart. A row without one does not count. */
  hour?: string
}

/** Where counts are kept; see kernel/counters. */
export const countersTable = 'counters'

/** Hours further back than this become one: the beginning of time, whose bucket is ''. */
export const apartHours = 72

/** A `Counted` as SQL of a row; `row` is an alias: `new`, `old` or one of a query. */
export interface Counting {
  counter: string
  /** All that a row's part in the counter hangs on. */
  columns: string[]
  counts(row: string): string
  bucket(row: string): string
  key(row: string): string
  /** The number that is added up; null for none. */
  value(row: string): string
}

/** What SQLite and PostgreSQL do each in their own way. */
export interface Dialect {
  hourOf(column: string): string
  literal(value: string | boolean): string
  begin(table: string, countings: readonly Counting[]): string[]
  end(table: string, counters: readonly string[]): string[]
}

/** Beginning of the names of a counter's triggers. */
export const triggersOf = (counter: string) => `counted_${counter.replaceAll('.', '_')}`

/** @throws for a name that could not be asked for */
export function countingOf(what: Counted, { hourOf, literal }: Dialect): Counting {
  const { counter, when = {}, by, sum, hour } = what
  if (!/^[a-z]\w*(\.[a-z]\w*)+$/.test(counter) || counter.length > 40) {
    throw new Error(`"${counter}" names no counter: write "<plugin>.<what>", up to 40 characters.`)
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

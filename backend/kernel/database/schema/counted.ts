import { countingOf, type Counted } from './counting.js'
import { postgresCounting } from './counted_postgres.js'
import { sqliteCounting } from './counted_sqlite.js'

const dialectOf = (postgres: boolean) => (postgres ? postgresCounting : sqliteCounting)

/** Returns statements that begin to count the rows of a table, present rows included. */
export function startCounting(table: string, all: readonly Counted[], postgres: boolean): string[] {
  const dialect = dialectOf(postgres)
  return dialect.begin(
    table,
    all.map((what) => countingOf(what, dialect))
  )
}

/** Returns statements that stop counting and delete the counts. */
export function stopCounting(table: string, all: readonly string[], postgres: boolean): string[] {
  return dialectOf(postgres).end(table, all)
}

import type pg from 'pg'

/** The result of a statement. */
export interface Answer<Row = Record<string, unknown>> {
  /** Empty for a statement that returns no rows. */
  rows: Row[]
  /** Rows written or returned. */
  changed: number
  /** PostgreSQL only: the command that was executed. */
  command?: string
  /** better-sqlite3 only: how long the call blocked the process. */
  blockedMs?: number
}

export type Value = string | number | boolean | Buffer | null

/** A pooled connection of one of the three drivers. */
export type Connection = BetterSqlite | NodeSqlite | Postgres

/** The part of better-sqlite3 that is used here. It answers synchronously. For `prepare` see statements.ts. */
interface BetterSqlite {
  readonly inTransaction: boolean
  prepare(text: string): {
    readonly reader: boolean
    all(values: unknown[]): Record<string, unknown>[]
    run(values: unknown[]): { changes: number }
  }
}

/** The part of sqlite3 that is used here. */
interface NodeSqlite {
  all(text: string, values: unknown[], done: (error: Error | null, rows: never[]) => void): void
  run(
    text: string,
    values: unknown[],
    done: (this: { changes: number }, error: Error | null) => void
  ): void
}

/** The part of pg that is used here. For `query` see named_statements.ts. */
interface Postgres {
  query(
    statement: { text: string; values?: unknown[] },
    done: (error: Error | null, result: pg.QueryResult) => void
  ): void
  processID: number | null
}

/**
 * Runs one statement directly on a driver, without a query builder. Frequent statements are constant SQL,
 * prepared once per connection (statements.ts, named_statements.ts).
 * @param text SQL with `?` for each value, on PostgreSQL too
 */
export function askDriver(
  connection: Connection,
  text: string,
  values: readonly Value[]
): Promise<Answer> {
  if ('processID' in connection) return askPostgres(connection, text, values)
  const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
  return 'prepare' in connection && !('all' in connection)
    ? askBetterSqlite(connection, text, bound)
    : askNodeSqlite(connection as NodeSqlite, text, bound)
}

/** `async` turns an exception into a rejected promise. */
async function askBetterSqlite(
  connection: BetterSqlite,
  text: string,
  values: Value[]
): Promise<Answer> {
  const statement = connection.prepare(text)
  if (!statement.reader) return { rows: [], changed: statement.run(values).changes }
  const begin = performance.now()
  const rows = statement.all(values)
  return { rows, changed: rows.length, blockedMs: performance.now() - begin }
}

const returnsRows = /^\s*(select|with|pragma)\b|\breturning\b/i

function askNodeSqlite(connection: NodeSqlite, text: string, values: Value[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (returnsRows.test(text)) {
      connection.all(text, values, (error, rows) =>
        error ? reject(error) : resolve({ rows, changed: rows.length })
      )
    } else {
      connection.run(text, values, function (error) {
        if (error) reject(error)
        else resolve({ rows: [], changed: this.changes })
      })
    }
  })
}

function askPostgres(
  connection: Postgres,
  text: string,
  values: readonly Value[]
): Promise<Answer> {
  const statement = values.length > 0 ? { text: numbered(text), values: [...values] } : { text }
  return new Promise((resolve, reject) => {
    connection.query(statement, (error, result) => {
      if (error) return reject(error)
      // A text with several statements returns a list of results.
      const { rows = [], rowCount, command } = result
      resolve({ rows, changed: rowCount ?? 0, command })
    })
  })
}

/** Cache of converted texts. It stays small, because texts come from the code. */
const numberedTexts = new Map<string, string>()
const mostTexts = 2_000

/** Replaces each `?` with PostgreSQL's `$1`, `$2`, …. */
function numbered(text: string): string {
  const known = numberedTexts.get(text)
  if (known) return known
  let place = 0
  const made = text.replaceAll('?', () => `$${++place}`)
  if (numberedTexts.size >= mostTexts) numberedTexts.clear()
  numberedTexts.set(text, made)
  return made
}

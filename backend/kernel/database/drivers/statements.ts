/** The part of a SQLite connection that is used here: `serialize` of sqlite3, `prepare` of better-sqlite3. */
export interface SqliteConnection {
  exec(sql: string, done?: (error: Error | null) => void): void
  serialize(): void
  prepare(sql: string): { readonly busy: boolean }
  function(
    name: string,
    options: { deterministic: boolean },
    work: (value: unknown) => unknown
  ): void
}

const mostKept = 500

/**
 * Makes a better-sqlite3 connection prepare each SQL text once. Knex prepares a new statement for every query,
 * and parsing costs about as much as running a small one. After a schema change SQLite prepares a kept
 * statement again.
 */
export function keepStatements(connection: SqliteConnection): void {
  const prepare = connection.prepare.bind(connection)
  const kept = new Map<string, ReturnType<typeof prepare>>()
  connection.prepare = (sql) => {
    const known = kept.get(sql)
    if (known && !known.busy) return known
    const statement = prepare(sql)
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
    kept.set(sql, statement)
    return statement
  }
}

import { ask, dialect } from './database.js'
import { databaseState, type SchemaState } from './state.js'

/** Facts about the database for the operator. */
export interface DatabaseFacts extends SchemaState {
  kind: 'sqlite' | 'postgres'
  version: string
  /** Size of all tables and indexes. */
  bytes: number
}

/** Reads the facts from the database, in operator scope. */
export async function databaseFacts(): Promise<DatabaseFacts> {
  const isPostgres = dialect() === 'postgres'
  const [facts] = await ask<{ version: string; bytes: number }>(
    isPostgres
      ? `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
      : `select sqlite_version() as version, page_count * page_size as bytes
         from pragma_page_count(), pragma_page_size()`,
    []
  )
  return {
    kind: isPostgres ? 'postgres' : 'sqlite',
    version: facts!.version,
    bytes: Number(facts!.bytes),
    ...databaseState().schema,
  }
}

import { perApplication } from '../ground/application.js'
import type { Roles } from './wall/roles.js'

/** The schema version that this process found or created at its start. */
export interface SchemaState {
  /** Number of migrations that have run. */
  migrations: number
  /** The last migration that ran. */
  lastMigration: string | null
}

interface DatabaseState {
  schema: SchemaState
  /** Null on SQLite, or if the roles could not be created. */
  roles: Roles | null
  /** Warnings for the operator about tenant isolation; empty when all is well. */
  warnings: string[]
  /** Why lists are searched row by row; null if all tables have their text index. */
  unindexed: string | null
}

/** What this process knows about the database. Set before its pools open. */
export const databaseState = perApplication<DatabaseState>(() => ({
  roles: null,
  schema: { migrations: 0, lastMigration: null },
  warnings: [],
  unindexed: null,
}))

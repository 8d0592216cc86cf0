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
  /** null on SQLite, and where the roles could not be created. */
  roles: Roles | null
  /** Warnings for the operator about tenant isolation; empty when all is well. */
  warnings: string[]
  /** Why lists are searched row by row; null where they have their index. */
  unindexed: string | null
}

/** PostgreSQL facts known to the application; set before its pools open. */
export const databaseState = perApplication<DatabaseState>(() => ({
  roles: null,
  schema: { migrations: 0, lastMigration: null },
  warnings: [],
  unindexed: null,
}))

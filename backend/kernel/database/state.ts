import { perApplication } from '../ground/application.js'
import type { Roles } from './roles.js'

/** How far the schema is, as this process has found or brought it at its start. */
export interface SchemaState {
  /** How many migrations have run. */
  migrations: number
  /** The one that ran last. */
  lastMigration: string | null
}

interface DatabaseState {
  schema: SchemaState
  /** null on SQLite, and where the roles could not be made. */
  roles: Roles | null
  /** What the operator should know about how tenants are kept apart; empty when all is well. */
  warnings: string[]
  /** Why lists are searched row by row; null where they have their index. */
  unindexed: string | null
}

/** What the application knows of its PostgreSQL; set before its pools open. */
export const databaseState = perApplication<DatabaseState>(() => ({
  roles: null,
  schema: { migrations: 0, lastMigration: null },
  warnings: [],
  unindexed: null,
}))

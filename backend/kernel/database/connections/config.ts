import { join } from 'node:path'
import type { PostgreConfig, SqliteConfig } from '@adonisjs/lucid/types/database'
import pg from 'pg'
import type { Settings } from '../../settings/index.js'
import { instantOf } from '../drivers/instants.js'
import { nameStatements, type NamingConnection } from '../drivers/named_statements.js'
import type { Roles } from '../wall/roles.js'
import { addFunctions, pragmasIn } from '../sqlite/sqlite_connection.js'
import { databaseState } from '../state.js'
import { keepStatements, type SqliteConnection } from '../drivers/statements.js'
import { everyTenant, scopeStatement } from '../wall/tenant_setting.js'

/** The connection for tenants' work. On PostgreSQL its role sees one tenant. */
export const mainConnection = 'main'
/** PostgreSQL only: a small pool with a role of its own, for work in `asOperator`. */
export const operatorConnection = 'operator'
/** PostgreSQL only: the login that owns the tables. */
export const migrationConnection = 'migrations'

/** Number of connections of a process to a server or session pooler. The worker's session is not included. */
const mainPool = 14
const operatorPool = 6

const int8 = 20
const json = 114
const jsonb = 3802
const timestamptz = 1184

// Sizes and counters stay below 2^53; times are ISO text everywhere in the code.
pg.types.setTypeParser(int8, Number)
pg.types.setTypeParser(timestamptz, instantOf)
// Returned as text, as on SQLite. The code parses it with parseJson, into objects without a prototype.
pg.types.setTypeParser(json, (text) => text)
pg.types.setTypeParser(jsonb, (text) => text)

type Done = (error: Error | null | undefined, connection: unknown) => void

/** Path of the SQLite database file. */
export const sqliteFile = (settings: Settings) => join(settings.DATA_DIR, 'crossdock.sqlite3')

/** Knex logs nothing: it also throws these connection errors, and outage.ts logs an outage once. */
const throwsAll = { warn() {}, error() {}, deprecate() {}, debug() {} }

function sqliteConfig(settings: Settings) {
  const native = settings.SQLITE_DRIVER === 'better-sqlite3'
  return {
    // Both drivers take the same options, so the types of one are valid for both.
    client: settings.SQLITE_DRIVER as 'better-sqlite3',
    connection: { filename: sqliteFile(settings) },
    useNullAsDefault: true,
    compileSqlOnError: false,
    log: throwsAll,
    pool: {
      // SQLite has one writer, so a second connection would only wait.
      min: 1,
      max: 1,
      afterCreate(connection: SqliteConnection, done: Done) {
        const pragmas = pragmasIn(settings.DATA_DIR, native)
        if (!native) {
          // Runs statements in the order in which they were sent. Otherwise one may run after a later rollback,
          // and would be stored.
          connection.serialize()
          return connection.exec(pragmas, (error) => done(error, connection))
        }
        connection.exec(pragmas)
        addFunctions(connection)
        keepStatements(connection)
        done(null, connection)
      },
    },
  }
}

/** Time limits for opening a connection and for getting one from the pool. */
const connectMs = 3_000
const acquireMs = 10_000

/**
 * Limits how long a process that freezes inside a transaction keeps its locks. Crossdock's own transactions are
 * idle only for moments.
 */
const idleInTransaction = '30s'

/**
 * Session settings of both roles; migrations do not use them. UTC lets instants.ts parse times. JIT and
 * parallel workers pay off only for queries of several seconds. PostgreSQL decides by estimated cost, which
 * grows with the tables even for a small page. At 300,000 files, it compiled 0.4 s for a search that read
 * nothing, and an empty read waited 0.15 s for workers.
 */
const sessionSettings = Object.entries({
  idle_in_transaction_session_timeout: idleInTransaction,
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  TimeZone: 'UTC',
})
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')

function postgresConfig(url: string, pool: object) {
  return {
    client: 'pg' as const,
    connection: {
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      // Detects a server that no longer answers.
      keepAlive: true,
    },
    pool: { ...pool, acquireTimeoutMillis: acquireMs },
    log: throwsAll,
  }
}

/** Returns a pool whose connections switch to a role, if there is one, and start with a tenant setting (`tag`). */
function rolePool(url: string, role: keyof Roles, tag: string, max: number) {
  const state = databaseState()
  return postgresConfig(url, {
    min: 0,
    max,
    afterCreate(connection: NamingConnection, done: Done) {
      nameStatements(connection)
      const { text, values } = scopeStatement(state.roles?.[role], tag, false)
      connection.query({ text: `${text}, ${sessionSettings}`, values }, (error) =>
        done(error, connection)
      )
    },
  })
}

/** Returns Lucid's configuration for the database of the settings. */
export function databaseConfig(settings: Settings) {
  const url = settings.DATABASE_URL
  const connections: Record<string, PostgreConfig | SqliteConfig> = url
    ? {
        [mainConnection]: rolePool(url, 'tenant', '', mainPool),
        [operatorConnection]: rolePool(url, 'operator', everyTenant, operatorPool),
        [migrationConnection]: postgresConfig(settings.MIGRATION_DATABASE_URL ?? url, {
          min: 0,
          max: 2,
        }),
      }
    : { [mainConnection]: sqliteConfig(settings) }
  return { connection: mainConnection, connections }
}

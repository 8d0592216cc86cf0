import { join } from 'node:path'
import type { PostgreConfig, SqliteConfig } from '@adonisjs/lucid/types/database'
import pg from 'pg'
import type { Settings } from '../settings/index.js'
import { instantOf } from './instants.js'
import { nameStatements, type NamingConnection } from './named_statements.js'
import type { Roles } from './roles.js'
import { addFunctions, pragmasIn } from './sqlite_connection.js'
import { databaseState } from './state.js'
import { keepStatements, type SqliteConnection } from './statements.js'
import { everyTenant, scopeStatement } from './tenant_setting.js'

/** The connection tenants' work uses, on PostgreSQL with the role that sees one tenant. */
export const mainConnection = 'main'
/** PostgreSQL only: what runs in `asOperator` has a small pool and a role of its own. */
export const operatorConnection = 'operator'
/** PostgreSQL only: the login that owns the tables. */
export const migrationConnection = 'migrations'

/** Together what one process takes of a server or a session pooler beside its worker's session. */
const mainPool = 14
const operatorPool = 6

const int8 = 20
const json = 114
const jsonb = 3802
const timestamptz = 1184

// Sizes and counters stay below 2^53; times are ISO text everywhere in the code.
pg.types.setTypeParser(int8, Number)
pg.types.setTypeParser(timestamptz, instantOf)
// As on SQLite: who needs the value reads it with parseJson, into objects without a prototype.
pg.types.setTypeParser(json, (text) => text)
pg.types.setTypeParser(jsonb, (text) => text)

type Done = (error: Error | null | undefined, connection: unknown) => void

/** Where SQLite keeps the database. */
export const sqliteFile = (settings: Settings) => join(settings.DATA_DIR, 'crossdock.sqlite3')

/** What Knex would log of a connection it throws as well, and there it is told once (outage.ts). */
const throwsAll = { warn() {}, error() {}, deprecate() {}, debug() {} }

function sqliteConfig(settings: Settings) {
  const native = settings.SQLITE_DRIVER === 'better-sqlite3'
  return {
    // Both drivers take the same options; the types of one stand for both.
    client: settings.SQLITE_DRIVER as 'better-sqlite3',
    connection: { filename: sqliteFile(settings) },
    useNullAsDefault: true,
    compileSqlOnError: false,
    log: throwsAll,
    pool: {
      // SQLite has one writer; a second connection would only wait for it.
      min: 1,
      max: 1,
      afterCreate(connection: SqliteConnection, done: Done) {
        const pragmas = pragmasIn(settings.DATA_DIR, native)
        if (!native) return connection.exec(pragmas, (error) => done(error, connection))
        connection.exec(pragmas)
        addFunctions(connection)
        keepStatements(connection)
        done(null, connection)
      },
    },
  }
}

/** How long to wait for a connection to be made, and for one that others have. */
const connectMs = 3_000
const acquireMs = 10_000

/**
 * A process that freezes inside a transaction keeps its locks no longer than this; nothing of ours is idle in one for
 * more than moments.
 */
const idleInTransaction = '30s'

/**
 * What connections of both roles are told, migrations left out. Instants come in UTC (instants.ts). Statements compiled to machine code and read by several
 * processes pay where one takes seconds. PostgreSQL goes by the cost it expects, which grows with the tables whatever a
 * page takes of them: at 300,000 files a search that read nothing compiled for 0.4 s, and a read of nothing waited 0.15 s
 * for processes.
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
      // A server that is gone without a word is noticed.
      keepAlive: true,
    },
    pool: { ...pool, acquireTimeoutMillis: acquireMs },
    log: throwsAll,
  }
}

/** A pool whose connections take a role, when there is one, and start with a tag. */
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

/** Lucid configuration for either database. */
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

import { createRequire } from 'node:module'
import type { Database } from '@adonisjs/lucid/database'
import { peekContext } from '../../ground/context.js'
import { mainConnection, operatorConnection } from './config.js'
import { DatabaseWatch } from '../watch/watch.js'
import { scopeStatement, settingFor } from '../wall/tenant_setting.js'

const require = createRequire(import.meta.url)

interface Transaction {
  query(connection: unknown, sql: string): Promise<unknown>
}

/**
 * Patch for migrations, which Lucid runs in Knex transactions. Knex begins those of SQLite deferred. Two that
 * read before they write then fail with SQLITE_BUSY despite busy_timeout. Taking the write lock at the start
 * makes the second wait.
 */
export function patchKnexBegin(): void {
  const SqliteTransaction = require('knex/lib/dialects/sqlite3/execution/sqlite-transaction.js')
  SqliteTransaction.prototype.begin = function (this: Transaction, connection: unknown) {
    return this.query(connection, 'BEGIN IMMEDIATE;')
  }
}

interface PooledConnection {
  connection: { stream: { destroy(): void } }
  crossdockTenant?: string
  query(query: { text: string; values: string[] }): Promise<unknown>
}

/** Set to false only by the benchmark that measures row-level security. No other code may change it. */
export const tagging = { enabled: true }

/**
 * Sets the tenant for row-level security below every query. A PostgreSQL connection from the tenants' pool gets
 * the tenant of the context that acquires it, so even raw SQL sees no other tenant. This costs a round trip
 * only if the connection last served another tenant. Operator connections keep their setting and leave their
 * pool only inside `asOperator`.
 */
export function bindConnectionsToTenant(database: Database): void {
  const prefer = (free: Pool['free']) => preferConnectionOf(free, settingFor(peekContext()))
  onAcquire(database, mainConnection, prefer, async (connection) => {
    const wanted = settingFor(peekContext())
    if ((connection.crossdockTenant ?? '') === wanted || !tagging.enabled) return
    await connection.query(scopeStatement(undefined, wanted, false))
    connection.crossdockTenant = wanted
  })
  onAcquire(database, operatorConnection, undefined, async () => {
    if (peekContext()?.operator) return
    throw new Error('Await a query made in asOperator() before asOperator() ends.')
  })
}

/** The watch of each database. */
const watches = new WeakMap<Database, DatabaseWatch>()

/**
 * Watches PostgreSQL: while it does not answer, callers fail instead of waiting.
 * @returns a function that stops the watch
 */
export function watchDatabase(database: Database, url: string): () => void {
  const started = new DatabaseWatch(url, () => {
    for (const name of [mainConnection, operatorConnection]) cutConnections(database, name)
  })
  watches.set(database, started)
  started.start()
  return () => {
    watches.delete(database)
    started.stop()
  }
}

interface Pool {
  used: { resource: PooledConnection }[]
  free: { resource: PooledConnection }[]
}

/** Destroys the connections, as if the server were gone. Pending queries fail. */
function cutConnections(database: Database, name: string): void {
  const pool: Pool | undefined = database.manager.get(name)?.connection?.client?.client.pool
  for (const { resource } of [...(pool?.used ?? []), ...(pool?.free ?? [])]) {
    resource.connection.stream.destroy()
  }
}

/**
 * Moves a connection to the end of the list, where the pool takes the next one. Prefers the one that last
 * served the tenant, else takes the least recently used one.
 */
function preferConnectionOf(free: Pool['free'], tenant: string): void {
  const own = free.findLastIndex(({ resource }) => (resource.crossdockTenant ?? '') === tenant)
  const [chosen] = free.splice(Math.max(own, 0), 1)
  if (chosen) free.push(chosen)
}

function onAcquire(
  database: Database,
  name: string,
  prefer: ((free: Pool['free']) => void) | undefined,
  prepare: (connection: PooledConnection) => Promise<void>
): void {
  database.manager.connect(name)
  const knexClient = database.manager.get(name)!.connection!.client!.client
  const acquire: () => Promise<PooledConnection> = knexClient.acquireConnection.bind(knexClient)
  // For transactions, which set their scope in BEGIN (see `beginInScope`).
  knexClient.acquireUnbound = (): Promise<PooledConnection> => {
    const giveBack = (late: PooledConnection): void => void knexClient.releaseConnection(late)
    return watches.get(database)?.whileAnswering(acquire, giveBack) ?? acquire()
  }
  knexClient.acquireConnection = async () => {
    if (knexClient.pool) prefer?.(knexClient.pool.free)
    const connection = await knexClient.acquireUnbound()
    try {
      await prepare(connection)
    } catch (error) {
      await knexClient.releaseConnection(connection)
      throw error
    }
    return connection
  }
}

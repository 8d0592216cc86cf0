import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { askDriver, type Answer, type Connection, type Value } from '../drivers/driver.js'
import type { ConnectionSource } from '../transactions/open_transaction.js'
import { SharedCommits } from '../transactions/shared_commits.js'

/** The part of Knex's client, which owns the pool, that is used here. */
interface KnexClient {
  acquireConnection(): Promise<Connection>
  /** PostgreSQL only: returns a connection that is not bound to a tenant yet (patches.ts). */
  acquireUnbound?(): Promise<Connection>
  releaseConnection(connection: Connection): Promise<void>
  pool?: { free: { resource: Connection & { __knex__disposed?: unknown } }[] }
  query(connection: Connection, statement: unknown): Promise<unknown>
  queryBuilder(): unknown
  raw(...given: unknown[]): unknown
}

/** Refuses Knex transactions, which Lucid's batch methods (`createMany`, `updateOrCreate`) would open. */
async function refuseTransaction(): Promise<never> {
  throw new Error('Only transaction() opens a transaction: run this inside transaction().')
}

/** A pool of connections, used through Lucid and directly. */
export class Pool implements ConnectionSource {
  /** Each query through this client may use another connection of the pool. */
  readonly client: QueryClientContract
  /** SQLite only. */
  readonly sharedCommits = new SharedCommits(this)
  readonly #knex: KnexClient

  constructor(database: Database, name: string) {
    this.client = Object.assign(database.connection(name), { transaction: refuseTransaction })
    this.#knex = this.client.getWriteClient().client
  }

  /** False once Lucid has closed the pool. Lucid then creates another pool on demand. */
  get isOpen(): boolean {
    const { connection } = this.client as unknown as { connection: { client?: unknown } }
    return connection.client !== undefined
  }

  /** Runs one statement on a connection with the scope of the context. */
  async ask(text: string, values: readonly Value[]): Promise<Answer> {
    const free = this.#freeNow()
    if (free) return askDriver(free, text, values)
    const connection = await this.#knex.acquireConnection()
    try {
      return await askDriver(connection, text, values)
    } finally {
      void this.#knex.releaseConnection(connection)
    }
  }

  /**
   * Returns the free connection of better-sqlite3 without taking it out of the pool, which is possible because
   * it answers synchronously.
   */
  #freeNow(): Connection | undefined {
    const [first] = this.#knex.pool?.free ?? []
    const { resource } = first ?? {}
    return resource && 'inTransaction' in resource && !resource.__knex__disposed
      ? resource
      : undefined
  }

  /** Takes a connection. The caller sets its scope and returns it with `give`. */
  take(): Promise<Connection> {
    return this.#knex.acquireUnbound?.() ?? this.#knex.acquireConnection()
  }

  /**
   * Returns a connection to the pool.
   * @param broken the error that left the connection in an unknown state; the pool replaces it
   */
  give(connection: Connection, broken?: Error): void {
    // Knex's pool checks this property before it hands out a connection.
    if (broken) Object.assign(connection, { __knex__disposed: broken })
    void this.#knex.releaseConnection(connection)
  }

  /**
   * Returns Lucid's client for one connection, for models and query builders.
   * @param assertOpen runs before each statement, and throws when the transaction has ended
   */
  clientOn(connection: Connection, assertOpen: () => void): QueryClientContract {
    const { client: pool } = this
    const knex: KnexClient = Object.assign(Object.create(this.#knex), {
      transacting: true,
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      query: async (asked: Connection, statement: unknown) => {
        assertOpen()
        return Reflect.apply(this.#knex.query, knex, [asked, statement])
      },
    })
    const builders = {
      client: knex,
      queryBuilder: () => knex.queryBuilder(),
      raw: (...given: unknown[]) => knex.raw(...given),
    }
    return Object.create(pool, {
      isTransaction: { value: true },
      getReadClient: { value: () => builders },
      getWriteClient: { value: () => builders },
      connection: { value: { client: builders, readClient: builders } },
    })
  }
}

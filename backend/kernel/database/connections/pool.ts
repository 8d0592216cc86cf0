import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { askDriver, type Answer, type Connection, type Value } from '../drivers/driver.js'
import type { ConnectionSource } from '../transactions/open_transaction.js'
import { SharedCommits } from '../transactions/shared_commits.js'

/** The used part of Knex's client, which owns the pool. */
interface KnexClient {
  acquireConnection(): Promise<Connection>
  /** PostgreSQL only, once its connections are bound to tenants (patches.ts). */
  acquireUnbound?(): Promise<Connection>
  releaseConnection(connection: Connection): Promise<void>
  pool?: { free: { resource: Connection & { __knex__disposed?: unknown } }[] }
  query(connection: Connection, statement: unknown): Promise<unknown>
  queryBuilder(): unknown
  raw(...given: unknown[]): unknown
}

/** Lucid's batch methods (`createMany`, `updateOrCreate`) would open a Knex transaction. */
async function refuseTransaction(): Promise<never> {
  throw new Error('Only transaction() opens a transaction: run this inside transaction().')
}

/** A pool of connections, for use through Lucid and directly. */
export class Pool implements ConnectionSource {
  /** Queries through this client may use any connection of the pool. */
  readonly client: QueryClientContract
  /** SQLite only. */
  readonly sharedCommits = new SharedCommits(this)
  readonly #knex: KnexClient

  constructor(database: Database, name: string) {
    this.client = Object.assign(database.connection(name), { transaction: refuseTransaction })
    this.#knex = this.client.getWriteClient().client
  }

  /** False once Lucid has closed it; Lucid then creates another pool on demand. */
  get isOpen(): boolean {
    const { connection } = this.client as unknown as { connection: { client?: unknown } }
    return connection.client !== undefined
  }

  /** Runs one statement on a connection that is bound to the context's scope. */
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
   * better-sqlite3 answers synchronously, so its free connection can be used without taking it out of the pool.
   */
  #freeNow(): Connection | undefined {
    const [first] = this.#knex.pool?.free ?? []
    const { resource } = first ?? {}
    return resource && 'inTransaction' in resource && !resource.__knex__disposed
      ? resource
      : undefined
  }

  /** A connection for a caller that sets the scope itself and returns the connection. */
  take(): Promise<Connection> {
    return this.#knex.acquireUnbound?.() ?? this.#knex.acquireConnection()
  }

  /** @param broken error of a connection in an unknown state: the pool replaces it */
  give(connection: Connection, broken?: Error): void {
    // Knex's pool checks this property before it hands out a connection.
    if (broken) Object.assign(connection, { __knex__disposed: broken })
    void this.#knex.releaseConnection(connection)
  }

  /**
   * Lucid's client for one connection, for models and query builders.
   * @param assertOpen runs before each statement. @throws when the transaction has ended
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

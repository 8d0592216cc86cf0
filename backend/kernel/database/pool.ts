import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { askDriver, type Answer, type Connection, type Value } from './driver.js'
import { SharedCommits } from './shared_commits.js'

/** What is used of Knex's client, which keeps the pool. */
interface KnexClient {
  acquireConnection(): Promise<Connection>
  /** Of PostgreSQL, once its connections are bound to tenants (patches.ts). */
  acquireUnbound?(): Promise<Connection>
  releaseConnection(connection: Connection): Promise<void>
  pool?: { free: { resource: Connection & { __knex__disposed?: unknown } }[] }
  query(connection: Connection, statement: unknown): Promise<unknown>
  queryBuilder(): unknown
  raw(...given: unknown[]): unknown
}

/** Lucid's batches (`createMany`, `updateOrCreate`) would open one of Knex's. */
async function refuseTransaction(): Promise<never> {
  throw new Error('Only transaction() opens one: run this inside of it.')
}

/** One pool of connections, as Lucid has it, and past Lucid. */
export class Pool {
  /** What asks on any connection of the pool. */
  readonly client: QueryClientContract
  /** SQLite only. */
  readonly sharedCommits = new SharedCommits(this)
  readonly #knex: KnexClient

  constructor(database: Database, name: string) {
    this.client = Object.assign(database.connection(name), { transaction: refuseTransaction })
    this.#knex = this.client.getWriteClient().client
  }

  /** False once Lucid has closed it: it makes another when asked. */
  get isOpen(): boolean {
    const { connection } = this.client as unknown as { connection: { client?: unknown } }
    return connection.client !== undefined
  }

  /** Asks one statement on a connection that is bound to the context's scope. */
  async ask(text: string, values: readonly Value[]): Promise<Answer> {
    const free = this.#freeAtOnce()
    if (free) return askDriver(free, text, values)
    const connection = await this.#knex.acquireConnection()
    try {
      return await askDriver(connection, text, values)
    } finally {
      void this.#knex.releaseConnection(connection)
    }
  }

  /**
   * better-sqlite3 answers within the call, so while nobody has its one connection, nobody can come between: it need not
   * be taken out of the pool.
   */
  #freeAtOnce(): Connection | undefined {
    const [first] = this.#knex.pool?.free ?? []
    const { resource } = first ?? {}
    return resource && 'inTransaction' in resource && !resource.__knex__disposed
      ? resource
      : undefined
  }

  /** A connection for somebody who says himself for whom it works, to be given back. */
  take(): Promise<Connection> {
    return this.#knex.acquireUnbound?.() ?? this.#knex.acquireConnection()
  }

  /** @param broken it stands where nobody knows: the pool makes a new one */
  give(connection: Connection, broken?: Error): void {
    // What Knex's pool goes by when it hands connections out.
    if (broken) Object.assign(connection, { __knex__disposed: broken })
    void this.#knex.releaseConnection(connection)
  }

  /**
   * Lucid's client for one connection: models and query builders ask there.
   * @param assertOpen runs before each statement. @throws when the connection is no longer ours
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

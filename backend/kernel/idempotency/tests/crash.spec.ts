// onBothDatabases: its SQL differs by database
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from '@japa/runner'
import pg from 'pg'
import {
  freePort,
  migratedDatabase,
  Proxy,
  ServerProcess,
  signIn,
  until,
  type Caller,
} from '@crossdock/backend/testing'
import { installed } from '../../../plugins.js'
import { call, testDatabase, type FreshDatabase } from '../../testing/index.js'

const Database = createRequire(import.meta.url)('better-sqlite3')
const postgres = testDatabase === 'pg'

interface Token {
  id: string
  token: string
  code?: string
}

/** Held by a test while the application must wait. */
const barrier = 4_711
/** Sessions waiting at the barrier; other databases of the server may have one, too. */
const waitingSessions = `locktype = 'advisory' and not granted and objid = ${barrier} and
  database = (select oid from pg_database where datname = current_database())`

interface Statement {
  readonly reader: boolean
  all(): unknown[]
  run(): void
}

/** Accesses the database directly, bypassing the application. */
class DirectDatabase {
  #client: pg.Client | undefined
  /** SQLite's connection, from better-sqlite3. */
  #file: { prepare(sql: string): Statement; close(): void } | undefined

  static async open(database: FreshDatabase): Promise<DirectDatabase> {
    const behind = new DirectDatabase()
    if (database.databaseUrl) {
      behind.#client = new pg.Client({ connectionString: database.databaseUrl })
      await behind.#client.connect()
    } else behind.#file = new Database(join(database.dataDir, 'crossdock.sqlite3'))
    return behind
  }

  async sql<Row>(statement: string): Promise<Row[]> {
    if (this.#client) return (await this.#client.query(statement)).rows
    const prepared = this.#file!.prepare(statement)
    if (prepared.reader) return prepared.all() as Row[]
    prepared.run()
    return []
  }

  async count(table: string, condition: string): Promise<number> {
    const [row] = await this.sql<{ total: number }>(
      `select count(*) as total from ${table} where ${condition}`
    )
    return Number(row!.total)
  }

  /** Blocks a transaction that stores a token, before its commit, until `letGo` or the end of the process. */
  async stopEffects(): Promise<void> {
    if (!this.#client) return this.#addEndlessTrigger('insert on api_tokens')
    await this.#addBarrier()
    await this.sql(`create constraint trigger stop after insert on api_tokens
      deferrable initially deferred for each row execute function wait_here()`)
  }

  /** Blocks the write of an answer: the effect is committed. */
  async stopAnswers(): Promise<void> {
    if (!this.#client)
      return this.#addEndlessTrigger('update on idempotency_keys when new.answer is not null')
    await this.#addBarrier()
    await this.sql(`create trigger stop before update on idempotency_keys for each row
      when (new.answer is not null) execute function wait_here()`)
  }

  /** PostgreSQL: locks the barrier, and adds a function that waits for it. */
  async #addBarrier(): Promise<void> {
    await this.sql(`select pg_advisory_lock(${barrier})`)
    await this.sql(`create function wait_here() returns trigger language plpgsql security definer as
      $$ begin perform pg_advisory_xact_lock(${barrier}); return new; end $$`)
  }

  /** SQLite: adds a trigger that makes the writing process count endlessly. */
  async #addEndlessTrigger(event: string): Promise<void> {
    const tables = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `sqlite_schema ${name}`)
    await this.sql(`create trigger stop before ${event}
      begin select count(*) from ${tables.join(', ')} where a.rowid + b.rowid = c.rowid * h.rowid; end`)
  }

  /** Resolves when a session waits at the barrier. */
  stopped(): Promise<unknown> {
    return until('a session to wait at the barrier', () => this.count('pg_locks', waitingSessions))
  }

  /** Ends the sessions at the barrier: their transactions are rolled back. */
  async endStopped(): Promise<void> {
    await this.sql(`select pg_terminate_backend(pid) from pg_locks where ${waitingSessions}`)
    await until(
      'them to be gone',
      async () => (await this.count('pg_locks', waitingSessions)) === 0
    )
  }

  async letGo(): Promise<void> {
    if (!this.#client) return void (await this.sql('drop trigger stop'))
    await this.sql('select pg_advisory_unlock_all()')
    await this.sql('drop function wait_here() cascade')
  }

  async close(): Promise<void> {
    await this.#client?.end()
    this.#file?.close()
  }
}

test.group('Requests whose process ends', (group) => {
  let database: FreshDatabase
  let reached: FreshDatabase
  let proxy: Proxy | undefined
  let behind: DirectDatabase
  let server: ServerProcess
  let as: Caller

  group.setup(async () => {
    database = await migratedDatabase(installed)
    proxy = database.databaseUrl ? new Proxy(new URL(database.databaseUrl)) : undefined
    await proxy?.start()
    reached = { ...database, ...(proxy ? { databaseUrl: proxy.url } : {}) }
    server = new ServerProcess(reached, await freePort())
    await server.start()
    as = await signIn(server, 'admin@localhost')
    behind = await DirectDatabase.open(database)
    return async () => {
      await server.kill()
      await behind.close()
      await proxy?.stop()
      await database.remove()
    }
  })

  const make = (key: string, { url } = server) =>
    call<Token>(url, 'POST', '/api/api-tokens', {
      as,
      body: { name: key },
      headers: { 'idempotency-key': key },
    })
  const effects = (key: string) => behind.count('api_tokens', `name = '${key}'`)
  /** As if the lease had expired: on SQLite a starting process knows that it is alone. */
  const leasePassed = async (key: string) => {
    if (!postgres) return
    await behind.sql(`update idempotency_keys set lease_until = now() where key = '${key}'`)
  }

  // Red when markCommitted() is not part of the effect's transaction, and on SQLite without endLeases().
  test('between the commit and the write of the answer: never done twice', async ({ assert }) => {
    const key = crypto.randomUUID()
    await behind.stopAnswers()
    const asked = make(key).catch(() => undefined)
    if (postgres) await behind.stopped()
    await until('the effect to be committed', () => effects(key))
    await server.kill()
    assert.isUndefined(await asked)
    if (postgres) await behind.endStopped()
    await behind.letGo()
    await server.start()
    await leasePassed(key)
    for (let turn = 0; turn < 2; turn++) {
      const { status, body } = await make(key)
      assert.equal(status, 409)
      assert.equal(body.code, 'E_ANSWER_LOST')
    }
    assert.equal(await effects(key), 1)
  })

  // Red when a row without a mark is not replaced.
  test('before the commit: done by the next', async ({ assert }) => {
    const key = crypto.randomUUID()
    await behind.stopEffects()
    const asked = make(key).catch(() => undefined)
    if (postgres) await behind.stopped()
    await until('the key to be noted', () => behind.count('idempotency_keys', `key = '${key}'`))
    await server.kill()
    assert.isUndefined(await asked)
    if (postgres) await behind.endStopped()
    await behind.letGo()
    assert.equal(await effects(key), 0)
    await server.start()
    await leasePassed(key)
    const { status, body } = await make(key)
    assert.equal(status, 201)
    assert.deepEqual((await make(key)).body, body)
    assert.equal(await effects(key), 1)
  }).tags(['long'])

  // Red when claim() begins with the insert, which waits for the open transaction, or `unlocked` does not skip
  // locked rows.
  for (const stored of [true, false]) {
    const end = stored ? 'the database stored it' : 'the database took it back'
    test(`the end of the commit was not seen, and ${end}`, async ({ assert }) => {
      const key = crypto.randomUUID()
      await behind.stopEffects()
      const asked = make(key)
      await behind.stopped()
      await proxy!.stop()
      const { status, body } = await asked
      assert.equal(status, 503)
      assert.equal(body.code, 'E_OUTCOME_UNKNOWN')
      await proxy!.start()
      const pending = await until('the database to be back', async () => {
        const reply = await make(key)
        return reply.status !== 503 && reply
      })
      assert.equal(pending.status, 409)
      assert.equal(pending.body.code, 'E_IDEMPOTENCY_KEY_IN_USE')
      if (!stored) await behind.endStopped()
      await behind.letGo()
      await until('the transaction to end', async () => {
        const open = `state = 'active' and query like 'COMMIT%' and datname = current_database()`
        return (await behind.count('pg_stat_activity', open)) === 0
      })
      await leasePassed(key)
      const again = await make(key)
      assert.equal(again.status, stored ? 409 : 201)
      if (stored) assert.equal(again.body.code, 'E_ANSWER_LOST')
      assert.equal(await effects(key), 1)
    }).skip(!postgres, 'SQLite has no connection that could break')
  }

  test('ten concurrent requests to two processes do it once', async ({ assert, cleanup }) => {
    const second = new ServerProcess(reached, await freePort())
    cleanup(() => second.kill())
    await second.start()
    for (let round = 0; round < 3; round++) {
      const key = crypto.randomUUID()
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, index) => make(key, index % 2 ? server : second))
      )
      assert.equal(await effects(key), 1)
      const answers = replies.filter(({ status }) => status === 201)
      assert.isAtLeast(answers.length, 1)
      assert.lengthOf(
        replies.filter(({ body }) => body.code === 'E_IDEMPOTENCY_KEY_IN_USE'),
        10 - answers.length
      )
      assert.lengthOf(new Set(answers.map(({ body }) => body.token)), 1)
    }
  })
    .tags(['long'])
    .skip(!postgres, 'SQLite has one process')
})

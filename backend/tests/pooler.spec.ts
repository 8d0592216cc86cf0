// onBothDatabases: it checks which database it runs on
import { once } from 'node:events'
import { test } from '@japa/runner'
import pg from 'pg'
import { bootApp, freePort, ServerProcess, type TestApp } from '@crossdock/backend/testing'
import { inspectLogin } from '../kernel/database/drivers/login.js'
import { freshDatabase, testDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { findPgBouncer, startPgBouncer, type Pooler } from '../testing/pgbouncer.js'

const pooler = /hands the statements of one session to several/

if (testDatabase === 'pg') {
  test.group('A connection pooler in front of PostgreSQL', (group) => {
    let database: FreshDatabase
    let bouncer: Pooler | undefined
    let server: ServerProcess | undefined

    group.each.setup(async () => {
      database = await freshDatabase()
      bouncer = undefined
      server = undefined
      return async () => {
        await server?.kill()
        await bouncer?.stop()
        await database.remove()
      }
    })

    const through = async (
      mode: Parameters<typeof startPgBouncer>[1],
      settings?: Parameters<typeof startPgBouncer>[2]
    ) => {
      bouncer = await startPgBouncer(database.databaseUrl!, mode, settings)
      return bouncer.url
    }
    const connected = (url: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const client = new pg.Client({ connectionString: url })
          await client.connect()
          return client
        })
      )
    const missing = () => !findPgBouncer()

    // Red when shareBackends compares nothing: the server starts, and rows of tenants get mixed.
    for (const mode of ['transaction', 'statement'] as const) {
      test(`pool_mode = ${mode} is refused at the start`, async ({ assert }) => {
        const databaseUrl = await through(mode)
        server = new ServerProcess({ ...database, databaseUrl }, await freePort())
        const [status] = await once(server.spawn(), 'close')
        assert.equal(status, 1)
        assert.match(server.output.join(''), pooler)
        assert.include(server.output.join(''), 'pool_mode = session')
      }).skip(missing, 'PgBouncer is not installed')
    }

    // Red when only a session's own backend is compared, which does not change in an idle pooler.
    test('busy server connections of other clients do not hide it', async ({ assert }) => {
      const url = await through('transaction')
      const busy = await connected(url, 6)
      let stopped = false
      const noise = Promise.all(
        busy.map(async (client) => {
          while (!stopped) await client.query('select pg_sleep(0.001)')
        })
      )
      try {
        for (let turn = 0; turn < 10; turn++) await assert.rejects(() => inspectLogin(url), pooler)
      } finally {
        stopped = true
        await noise
        await Promise.all(busy.map((client) => client.end()))
      }
    }).skip(missing, 'PgBouncer is not installed')

    // Red when each session checks once a round in the same order: a pool of three that rotates then looks like
    // three sessions.
    for (const size of [2, 3, 4, 6]) {
      test(`a rotating pool of ${size} does not hide it`, async ({ assert }) => {
        const url = await through('transaction', {
          default_pool_size: size,
          min_pool_size: size,
          server_round_robin: 1,
        })
        const warming = await connected(url, size)
        await Promise.all(warming.map((client) => client.query('begin')))
        await Promise.all(warming.map((client) => client.query('rollback')))
        await Promise.all(warming.map((client) => client.end()))
        for (let turn = 0; turn < 20; turn++) await assert.rejects(() => inspectLogin(url), pooler)
      }).skip(missing, 'PgBouncer is not installed')
    }

    test('pool_mode = session works', async ({ assert }) => {
      const databaseUrl = await through('session')
      let app: TestApp | undefined
      try {
        app = await bootApp({ database: { ...database, databaseUrl } })
        const acme = await app.tenant('acme')
        const body = { name: 'folder', type: 'folder' }
        await app.ok('POST', '/api/assets', { as: acme.token, body })
        const list = await app.ok<unknown[]>('GET', '/api/assets', { as: acme.viewer })
        assert.lengthOf(list, 1)
      } finally {
        await app?.stop()
      }
    }).skip(missing, 'PgBouncer is not installed')

    test('a start without a pooler continues', async ({ assert }) => {
      const login = await inspectLogin(database.databaseUrl!)
      assert.equal(login.database, new URL(database.databaseUrl!).pathname.slice(1))
    })
  })
}

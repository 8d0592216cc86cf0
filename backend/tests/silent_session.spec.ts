// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { Logger } from '@adonisjs/core/logger'
import { bootApp, Proxy } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { freshDatabase, testDatabase, until } from '@crossdock/kernel/testing'
import { Session } from '../kernel/database/session.js'

// Red when the session does not ask whether somebody is there.
test('a session that hears nothing any more is given up, and comes back', async ({
  assert,
  cleanup,
}) => {
  const database = await freshDatabase()
  cleanup(() => database.remove())
  const proxy = new Proxy(new URL(database.databaseUrl!))
  await proxy.start()
  cleanup(() => proxy.stop())
  const told: string[] = []
  const session = new Session(proxy.url, new Logger({ enabled: false }), {
    name: 'test',
    opened: (client) => client.query('listen harbour'),
    lost: () => told.push('lost'),
    reopened: () => told.push('reopened'),
  })
  await session.start()
  cleanup(() => session.stop())
  proxy.freeze()
  await until('the loss to be noticed', () => told.includes('lost'))
  assert.isFalse(session.isOpen)
  proxy.thaw()
  await until('the session to come back', () => told.includes('reopened'))
  assert.isTrue(session.isOpen)
}).skip(testDatabase === 'sqlite', 'SQLite has no sessions')

// Red without the bound in rolePool(): the rows it has locked stay locked for as long as it is frozen.
test('a transaction nobody goes on with ends by itself', async ({ assert, cleanup }) => {
  const app = await bootApp()
  cleanup(() => app.stop())
  const { id } = await app.tenant('acme')
  const bound = async () => {
    const { rows } = await unscoped().rawQuery('show idle_in_transaction_session_timeout')
    return rows[0].idle_in_transaction_session_timeout
  }
  assert.equal(await inTenant(id, bound), '30s')
  assert.equal(await asOperator('look at the other pool', bound), '30s')
}).skip(testDatabase === 'sqlite', 'SQLite has no sessions')

// Red when a connection is not told: a search of a large table compiles for longer than it reads.
test('no statement is compiled or shared out among processes', async ({ assert, cleanup }) => {
  const app = await bootApp()
  cleanup(() => app.stop())
  const { id } = await app.tenant('acme')
  const planned = async () => {
    const explain = 'explain select count(*) from generate_series(1, 1000000000)'
    const { rows: lines } = await unscoped().rawQuery(explain)
    const { rows } = await unscoped().rawQuery('show max_parallel_workers_per_gather')
    const plan = lines.map((line: Record<string, string>) => line['QUERY PLAN']).join('\n')
    return { isCompiled: plan.includes('JIT'), processes: rows[0].max_parallel_workers_per_gather }
  }
  const plain = { isCompiled: false, processes: '0' }
  assert.deepEqual(await inTenant(id, planned), plain)
  assert.deepEqual(await asOperator('look at the other pool', planned), plain)
}).skip(testDatabase === 'sqlite', 'SQLite does neither')

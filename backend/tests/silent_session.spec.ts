// onBothDatabases: it checks which database it runs on
import { test } from '@japa/runner'
import { Logger } from '@adonisjs/core/logger'
import { bootApp, Proxy } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { freshDatabase, testDatabase, until } from '@crossdock/kernel/testing'
import { Session } from '../kernel/database/connections/session.js'

// Red when the session does not check whether the server answers.
test('a silent session is closed, and opened again', async ({ assert, cleanup }) => {
  const database = await freshDatabase()
  cleanup(() => database.remove())
  const proxy = new Proxy(new URL(database.databaseUrl!))
  await proxy.start()
  cleanup(() => proxy.stop())
  const events: string[] = []
  const session = new Session(proxy.url, new Logger({ enabled: false }), {
    name: 'test',
    opened: (client) => client.query('listen harbour'),
    lost: () => events.push('lost'),
    reopened: () => events.push('reopened'),
  })
  await session.start()
  cleanup(() => session.stop())
  proxy.freeze()
  await until('the loss to be noticed', () => events.includes('lost'))
  assert.isFalse(session.isOpen)
  proxy.thaw()
  await until('the session to come back', () => events.includes('reopened'))
  assert.isTrue(session.isOpen)
}).skip(testDatabase === 'sqlite', 'SQLite has no sessions')

// Red without the timeout in rolePool(): a frozen process keeps its locks.
test('an idle transaction times out', async ({ assert, cleanup }) => {
  const app = await bootApp()
  cleanup(() => app.stop())
  const { id } = await app.tenant('acme')
  const bound = async () => {
    const { rows } = await unscoped().rawQuery('show idle_in_transaction_session_timeout')
    return rows[0].idle_in_transaction_session_timeout
  }
  assert.equal(await inTenant(id, bound), '30s')
  assert.equal(await asOperator('check the other pool', bound), '30s')
}).skip(testDatabase === 'sqlite', 'SQLite has no sessions')

// Red when a connection lacks these settings: compiling a search of a large table takes longer than reading it.
test('no statement is compiled (JIT) or run in parallel', async ({ assert, cleanup }) => {
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
  assert.deepEqual(await asOperator('check the other pool', planned), plain)
}).skip(testDatabase === 'sqlite', 'SQLite does neither')

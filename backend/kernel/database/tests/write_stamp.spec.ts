// onBothDatabases: its SQL differs by database
import { createRequire } from 'node:module'
import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { settings } from '@crossdock/kernel/settings'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'
import { sqliteFile } from '../connections/config.js'
import { writeStamp } from '../transactions/write_stamp.js'

const BetterSqlite = createRequire(import.meta.url)('better-sqlite3')

const tenant = (id: string) => ({ id, name: id, subdomain: id, updated_at: now() })

test.group('The write stamp', () => {
  // Red when the stamp ignores writes of other processes, or is not undefined inside a transaction.
  test('changes after every write of any process', async ({ assert, cleanup }) => {
    const app = await bootApp()
    cleanup(() => app.stop())
    await asOperator('a test', async () => {
      const first = await writeStamp()
      if (testDatabase === 'pg') return assert.isUndefined(first)
      assert.isString(first)
      assert.equal(await writeStamp(), first)
      await unscoped()
        .table('tenants')
        .insert({ ...tenant('acme'), created_at: now() })
      const second = await writeStamp()
      assert.notEqual(second, first)
      assert.isUndefined(await transaction(() => writeStamp()))
      // Two builds of SQLite in one process release each other's locks.
      if (process.env.SQLITE_DRIVER === 'sqlite3') return
      const others = new BetterSqlite(sqliteFile(settings.use()))
      others.prepare('update tenants set name = ? where id = ?').run('Acme', 'acme')
      others.close()
      assert.notEqual(await writeStamp(), second)
    })
  })
})

// onOneDatabase: concerns SQLite's file
import { test } from '@japa/runner'
import { bootApp, migratedDatabase } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { testDatabase } from '@crossdock/kernel/testing'
import { installed } from '../../../plugins.js'

interface Figure {
  idx: string
  stat: string
}

if (testDatabase === 'sqlite') {
  const figures = async (): Promise<Map<string, string>> => {
    const rows: Figure[] = await unscoped().rawQuery('select idx, stat from sqlite_stat1')
    return new Map(rows.map(({ idx, stat }) => [idx, stat]))
  }

  test.group('Statistics of SQLite tables', () => {
    // Red when only an empty database gets the statistics, or results of a manual ANALYZE remain.
    test('are the same on every installation, whatever its tables hold', async ({
      assert,
      cleanup,
    }) => {
      const database = await migratedDatabase(installed)
      cleanup(() => database.remove())
      const first = await bootApp({ database })
      const fresh = await figures()
      assert.equal(fresh.get('users_tenant_id_role_id_index'), '1000000 100000 100 1')
      assert.equal(fresh.get('users_tenant_id_email_unique'), '1000000 100000 1')
      // A partial index does not describe the whole table.
      assert.isFalse(fresh.has('assets_trash'))
      await first.tenant('acme')
      await unscoped().rawQuery(
        'create index users_by_hand on users (tenant_id, first_name, email)'
      )
      await unscoped().rawQuery('analyze')
      assert.notEqual(
        (await figures()).get('users_tenant_id_role_id_index'),
        '1000000 100000 100 1'
      )
      await first.stop()
      const second = await bootApp({ database })
      cleanup(() => second.stop())
      const after = await figures()
      assert.equal(after.get('users_by_hand'), '1000000 100000 100 2')
      after.delete('users_by_hand')
      assert.deepEqual([...after], [...fresh])
    })

    // Red without the statistics: SQLite assumes ten rows per tenant and reads all of them.
    test('find rows by their ids, not by their tenant', async ({ assert, cleanup }) => {
      const app = await bootApp()
      cleanup(() => app.stop())
      const [plan] = await unscoped().rawQuery(
        `explain query plan select * from flow_step_results where tenant_id = 'a' and run_id in ('b')`
      )
      assert.match(plan.detail, /flow_step_results_path \(run_id=\?\)/)
    })
  })
}

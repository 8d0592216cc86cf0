// onBothDatabases: asks which database it runs on
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { ask, compactFile, dialect, giveBackPages, unscoped } from '@crossdock/kernel/database'
import { enqueue, jobRef } from '@crossdock/kernel/jobs'
import { test } from '@japa/runner'
import { insert, look, rowsOf } from './support.js'

const pragma = async (name: string): Promise<number> => {
  const [row] = await ask<Record<string, number>>(`pragma ${name}`)
  return row![name]!
}

test.group('Disk space of deleted records', (group) => {
  let app: TestApp
  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })

  /** Adds and deletes entries without a tenant that take some megabytes. */
  async function addAndDelete(): Promise<void> {
    const action = 'x'.repeat(8_000)
    const created_at = '2026-01-01T00:00:00.000Z'
    await insert(
      'activity_logs',
      Array.from({ length: 500 }, () => ({ action, metadata: '{}', created_at }))
    )
    await look(async () => unscoped().from('activity_logs').where({ created_at }).delete())
  }
  async function nightly(): Promise<void> {
    const name = 'database.giveBack'
    await look(() => enqueue(jobRef<object>(name), {}))
    await until('the job', async () => (await rowsOf('jobs', { name })).length === 0)
  }

  // Red without the pragma before the first table, and when a statement frees more than one page.
  test('is freed at night, except for a reserve', async ({ assert }) => {
    await addAndDelete()
    if (dialect() !== 'sqlite') return void (await nightly())
    await app.inside(() =>
      look(async () => {
        const [pages, free] = [await pragma('page_count'), await pragma('freelist_count')]
        assert.isAbove(free, 1_000)
        await nightly()
        const left = await pragma('freelist_count')
        assert.isBelow(left, pages * 0.06)
        assert.isAbove(left, 0)
        assert.isBelow(await pragma('page_count'), pages - 800)
      })
    )
  })

  // Red when compacting does not enable it.
  test('is freed in a file of an earlier version, once it was compacted', async ({ assert }) => {
    if (dialect() !== 'sqlite') return
    await look(async () => {
      await ask('pragma auto_vacuum = none')
      await ask('vacuum')
      await addAndDelete()
      const before = await pragma('page_count')
      assert.isFalse(await giveBackPages())
      assert.equal(await pragma('page_count'), before)
      const [had, has] = await compactFile()
      assert.isBelow(has, had)
      assert.equal(await pragma('auto_vacuum'), 2)
      assert.equal(await pragma('freelist_count'), 0)
    })
    assert.lengthOf(await rowsOf('tenants', { subdomain: 'unknown' }), 0)
  })
})

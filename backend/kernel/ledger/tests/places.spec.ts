// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'
import { redisOfLimits } from '../../limits/limits.js'
import { Held } from '../held.js'
import { purge } from '../purge.js'
import { rowOf, type Row } from '../row.js'
import { later } from './lab.js'

const redisUrl = process.env.TEST_REDIS_URL

for (const where of ['PostgreSQL', 'Redis'] as const) {
  const isRedis = where === 'Redis'

  // Each `Held` is one process.
  test.group(`Places of two processes on ${where}`, (group) => {
    let app: TestApp
    let acme: TestTenant
    let turn = 0
    let row: Row
    let one: Held
    let other: Held

    if (testDatabase !== 'pg' || (isRedis && !redisUrl)) return

    group.setup(async () => {
      app = await bootApp(isRedis ? { settings: { REDIS_URL: redisUrl } } : {})
      acme = await app.tenant('acme')
      return () => app.stop()
    })
    group.each.setup(() => {
      row = rowOf(acme.id, acme.id, `places ${turn++}`)
      one = new Held()
      other = new Held()
      return () =>
        app.inside(async () => {
          for (const held of [one, other]) await held.close()
        })
    })

    const take = async (held: Held, limit: number) => (await held.hold(row, limit)).release
    const isFree = async (held: Held, limit: number) => (await take(held, limit)) !== undefined

    /** As if no lease had been renewed since it was taken. */
    async function endLeases(): Promise<void> {
      const client = await redisOfLimits()
      const key = `ledger:held:${row.key}`
      for (const [holder, lease] of Object.entries((await client?.hgetall(key)) ?? {})) {
        await client!.hset(key, holder, `${lease.split(' ')[0]} ${Date.now() - 1_000}`)
      }
      await asOperator('a test lets leases end', () =>
        unscoped()
          .from('ledger_places')
          .where({ tenant_id: row.tenantId, meter: row.meter })
          .update({ ends_at: new Date(Date.now() - 1_000).toISOString() })
      )
    }

    // Red when a process ignores places of others, or keeps a returned place near the limit.
    test('never exceed the limit together, and a returned one is free for all', async ({
      assert,
    }) => {
      await app.inside(async () => {
        const first = await take(one, 3)
        assert.isTrue(await isFree(one, 3))
        assert.isTrue(await isFree(other, 3))
        assert.isFalse(await isFree(other, 3))
        first!()
        await until('the place to be free', () => isFree(other, 3))
        assert.isFalse(await isFree(one, 3))
      })
    })

    // Red on PostgreSQL when claims are not serialized (`lockRow`): each sees all places as free.
    test('are given once, also to concurrent requests', async ({ assert }) => {
      await app.inside(async () => {
        const processes = Array.from({ length: 8 }, () => new Held())
        const got = await Promise.all(processes.map((held) => isFree(held, 3)))
        assert.lengthOf(
          got.filter((has) => has),
          3
        )
        for (const held of processes) await held.close()
      })
    })

    // Red when leases do not end: a killed process would hold its places forever.
    test('belong to a dead process until its leases end', async ({ assert }) => {
      await app.inside(async () => {
        await one.hold(row, 2)
        await one.hold(row, 2)
        assert.isFalse(await isFree(other, 2))
        await endLeases()
        await until('a place to be free', () => isFree(other, 2))
        assert.equal(await new Held().used(row), 1)
      })
    })

    // Red when sweep() does not renew: work longer than a lease would no longer be counted.
    test('are kept during longer work', async ({ assert }) => {
      await app.inside(async () => {
        await one.hold(row, 1)
        await endLeases()
        await later(11_000, () => one.sweep())
        assert.isFalse(await isFree(other, 1))
      })
    })

    // Red when sweep() keeps unused places.
    test('are returned when unused for a while', async ({ assert }) => {
      await app.inside(async () => {
        const taken = await Promise.all(Array.from({ length: 10 }, () => take(one, 100)))
        for (const release of taken) release!()
        const looked = () => other.used(row)
        assert.equal(await looked(), 10)
        await one.sweep()
        await one.sweep()
        assert.equal(await looked(), 0)
      })
    })

    test('are free as soon as a process stops', async ({ assert }) => {
      await app.inside(async () => {
        await one.hold(row, 2)
        await one.hold(row, 2)
        await one.close()
        assert.isTrue(await isFree(other, 2))
        assert.isTrue(await isFree(other, 2))
      })
    })

    if (isRedis) return

    // Red when purge() deletes running leases.
    test('are not purged while they are held', async ({ assert }) => {
      await app.inside(async () => {
        await one.hold(row, 1)
        await purge()
        assert.isFalse(await isFree(other, 1))
      })
    })
  })
}

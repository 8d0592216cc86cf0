// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import type { Redis } from 'ioredis'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { redisOfLimits } from '../../limits/limits.js'
import { takeOfRedis } from '../redis_windows.js'
import { rowOf, type Row } from '../row.js'
import { readUsage } from '../window_rows.js'
import { Windows } from '../windows.js'
import { later } from './lab.js'

const redisUrl = process.env.TEST_REDIS_URL
const twoMonths = 62 * 24 * 60 * 60_000

for (const where of ['the database', 'Redis'] as const) {
  const isRedis = where === 'Redis'

  test.group(`Windows of ${where}, as time passes`, (group) => {
    let app: TestApp
    let acme: TestTenant
    let turn = 0
    let row: Row
    let windows: Windows

    if (isRedis && !redisUrl) return

    group.setup(async () => {
      app = await bootApp(isRedis ? { settings: { REDIS_URL: redisUrl } } : {})
      acme = await app.tenant('acme')
      return () => app.stop()
    })
    group.each.setup(() => {
      row = rowOf(acme.id, acme.id, `meter ${turn++}`)
      windows = new Windows()
      return () => app.inside(() => windows.close())
    })

    const key = () => `ledger:window:${row.key}`
    /** As if the window ended this soon, or had ended before. */
    async function endIn(ms: number): Promise<void> {
      const client: Redis | undefined = await redisOfLimits()
      if (ms > 0) await client?.pexpire(key(), ms)
      else await client?.del(key())
      await asOperator('a test moves the end of a window', () =>
        unscoped()
          .from('ledger_windows')
          .where({ tenant_id: row.tenantId, scope: row.scope, meter: row.meter })
          .update({ ends_at: new Date(Date.now() + ms).toISOString() })
      )
    }

    // Red when a share is used after its window has ended, or carried into the next one.
    test('no share outlives its window', async ({ assert }) => {
      await app.inside(async () => {
        assert.equal((await windows.spend(row, 'month', 1_000, 1)).left, 999)
        await endIn(-1_000)
        const again = await later(twoMonths, () =>
          Promise.resolve(windows.spend(row, 'month', 1_000, 1))
        )
        assert.deepEqual([again.spent, again.left], [true, 999])
        assert.equal((await windows.used(row))!.used, 1)
      })
    })

    // Red when the next window starts with the usage of the last one: its first calls are refused.
    test('a used-up window lets calls through again when the next begins', async ({ assert }) => {
      await app.inside(async () => {
        const spend = async () => (await windows.spend(row, 'month', 2, 1)).spent
        assert.deepEqual([await spend(), await spend(), await spend()], [true, true, false])
        await endIn(-1_000)
        await later(twoMonths, async () => {
          assert.deepEqual([await spend(), await spend(), await spend()], [true, true, false])
        })
      })
    })

    // Red when each share delays the end: two calls a minute would use up a hundred a minute and wait forever.
    test('a share does not move the end of its window', async ({ assert }) => {
      await app.inside(async () => {
        const spend = () => windows.spend(row, 'minute', 4, 1)
        assert.isAbove((await spend()).leftMs, 50_000)
        await endIn(20_000)
        for (let at = 0; at < 2; at++) assert.isAtMost((await spend()).leftMs, 20_000)
      })
    })

    // Red when a window lasts until the clock reaches the same time again: all calls would be refused until
    // then.
    test('a clock that is set back extends no window', async ({ assert }) => {
      for (const [window, ms, back] of [
        // Red when a window may end later than one that begins now.
        ['minute', 61_000, 90_000],
        ['minute', 61_000, 3_600_000],
        ['month', twoMonths, 45 * 24 * 3_600_000],
        ['month', twoMonths, 400 * 24 * 3_600_000],
      ] as const) {
        row = rowOf(acme.id, acme.id, `${window} ${turn++}`)
        await app.inside(async () => {
          const spend = async () => (await windows.spend(row, window, 2, 1)).spent
          assert.deepEqual([await spend(), await spend(), await spend()], [true, true, false])
          await endIn(back)
          // Red when this window counts as running while nothing can be written.
          assert.isUndefined(await readUsage({ ...row, window }))
          await later(ms, async () => {
            assert.deepEqual([await spend(), await spend(), await spend()], [true, true, false])
          })
        })
      }
    })

    if (!isRedis) {
      // Red without `toleratedMs`: each clock correction would grant the minute's calls again.
      test('a clock that steps back by less than a second restarts no window', async ({
        assert,
      }) => {
        row = rowOf(acme.id, acme.id, `minute ${turn++}`)
        await app.inside(async () => {
          await windows.spend(row, 'minute', 2, 2)
          await endIn(60_500)
          const found = await readUsage({ ...row, window: 'minute' })
          assert.equal(found?.used, 2)
          assert.isAtMost(found!.msLeft, 60_000)
        })
      })
    } else {
      // Red when Redis does not learn of a window that ends in this very millisecond: the call would get a 500.
      test('Redis also knows a window that is about to end', async ({ assert }) => {
        await app.inside(async () => {
          const take = { ...row, window: 'minute', limit: 5, want: 1, floor: 0 } as const
          const client = (await redisOfLimits())!
          const taken = await takeOfRedis(client, take, { used: 2, msLeft: 0 })
          assert.deepEqual([taken?.granted, taken?.used], [1, 3])
        })
      })

      // Red when only a process that sees Redis fail records the month (`#note`): all may have ended before.
      test('a month continues in a Redis that has lost it, also for new processes', async ({
        assert,
      }) => {
        await app.inside(async () => {
          await windows.spend(row, 'month', 1_000, 1)
          await until('the month to be noted', async () => (await readUsage(row))?.used === 10)
          await (await redisOfLimits())!.del(key())
          const another = new Windows()
          assert.equal((await another.spend(row, 'month', 1_000, 1)).left, 989)
          await another.close()
        })
      })
      return
    }

    // Red when unused shares of other tenants are subtracted.
    test('the total usage covers one tenant, or all', async ({ assert }) => {
      const other = await app.tenant('birch')
      await app.inside(async () => {
        for (const { id } of [acme, other]) {
          await windows.spend(rowOf(id, id, row.meter), 'month', 1_000, 1)
        }
        const together = () => windows.usedTogether(row.meter)
        assert.equal(await inTenant(acme.id, together), 1)
        assert.equal(await asOperator('a test looks at all', together), 2)
      })
    })
  })
}

// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import type { Redis } from 'ioredis'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { redisOfLimits } from '../../http/limits.js'
import { takeOfRedis } from '../redis_windows.js'
import { rowOf, type Row } from '../row.js'
import { lookAt } from '../window_rows.js'
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
    /** As if the window ended so soon, or had ended before. */
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

    // Red when a share is spent after its window has ended, or taken along into the next one.
    test('nothing of a share outlives its window', async ({ assert }) => {
      await app.inside(async () => {
        assert.equal((await windows.spend(row, 'month', 1_000, 1)).left, 999)
        await endIn(-1_000)
        const anew = await later(twoMonths, () =>
          Promise.resolve(windows.spend(row, 'month', 1_000, 1))
        )
        assert.deepEqual([anew.spent, anew.left], [true, 999])
        assert.equal((await windows.used(row))!.used, 1)
      })
    })

    // Red when the next window begins with what was used of the last one: its first calls are refused.
    test('one that was used up lets calls through from the first of the next', async ({
      assert,
    }) => {
      await app.inside(async () => {
        const spend = async () => (await windows.spend(row, 'month', 2, 1)).spent
        assert.deepEqual([await spend(), await spend(), await spend()], [true, true, false])
        await endIn(-1_000)
        await later(twoMonths, async () => {
          assert.deepEqual([await spend(), await spend(), await spend()], [true, true, false])
        })
      })
    })

    // Red when each share puts the end off: two calls a minute would use up a hundred a minute, and wait for ever.
    test('what is taken of a window leaves its end where it was', async ({ assert }) => {
      await app.inside(async () => {
        const spend = () => windows.spend(row, 'minute', 4, 1)
        assert.isAbove((await spend()).leftMs, 50_000)
        await endIn(20_000)
        for (let at = 0; at < 2; at++) assert.isAtMost((await spend()).leftMs, 20_000)
      })
    })

    // Red when a window lasts until the clock is as late again as it was: everything was refused for that long.
    test('a clock that is set back makes no window longer', async ({ assert }) => {
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
          // Red when what is asked while nothing can be written takes such a window for one that runs.
          assert.isUndefined(await lookAt({ ...row, window }))
          await later(ms, async () => {
            assert.deepEqual([await spend(), await spend(), await spend()], [true, true, false])
          })
        })
      }
    })

    if (!isRedis) {
      // Red without `toleratedMs`: each correction of a clock gave the calls of the minute once more.
      test('a clock that steps back by less than a second starts no window anew', async ({
        assert,
      }) => {
        row = rowOf(acme.id, acme.id, `minute ${turn++}`)
        await app.inside(async () => {
          await windows.spend(row, 'minute', 2, 2)
          await endIn(60_500)
          const found = await lookAt({ ...row, window: 'minute' })
          assert.equal(found?.used, 2)
          assert.isAtMost(found!.msLeft, 60_000)
        })
      })
    } else {
      // Red when Redis is not told of a window that ends in this very millisecond: the call that asked was a 500.
      test('what is about to end is known to Redis, too', async ({ assert }) => {
        await app.inside(async () => {
          const take = { ...row, window: 'minute', limit: 5, want: 1, floor: 0 } as const
          const client = (await redisOfLimits())!
          const taken = await takeOfRedis(client, take, { used: 2, msLeft: 0 })
          assert.deepEqual([taken?.granted, taken?.used], [1, 3])
        })
      })

      // Red when a month is noted in the database (`#note`) only by who sees Redis go: all may have ended meanwhile.
      test('a month goes on in a Redis that has forgotten it, for who begins later', async ({
        assert,
      }) => {
        await app.inside(async () => {
          await windows.spend(row, 'month', 1_000, 1)
          await until('the month to be noted', async () => (await lookAt(row))?.used === 10)
          await (await redisOfLimits())!.del(key())
          const another = new Windows()
          assert.equal((await another.spend(row, 'month', 1_000, 1)).left, 989)
          await another.close()
        })
      })
      return
    }

    // Red when what other tenants have taken and not spent is taken off.
    test('what is used together is told of one tenant, or of all', async ({ assert }) => {
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

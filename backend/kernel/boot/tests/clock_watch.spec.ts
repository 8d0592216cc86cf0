// onBothDatabases: PostgreSQL has its own clock, SQLite only stored times
import { bootApp } from '@crossdock/backend/testing'
import { clock, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testClock, testDatabase, until } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { Logger } from '@adonisjs/core/logger'
import { ClockWatch } from '../clock_watch.js'

interface Health {
  status: string
  components: Record<string, { status: string; message?: string }>
}

const hour = 60 * 60_000

/** The logged warnings. */
function listening() {
  const lines: string[] = []
  const logger = { warn: (line: unknown) => lines.push(String(line)), info: () => undefined }
  return { lines, logger: logger as unknown as Logger }
}

test.group('The clock of a process', () => {
  // Red when the clocks are compared only at the start, or health does not report it.
  test('that differs from that of the database is reported by health, checked every minute', async ({
    assert,
    cleanup,
  }) => {
    const app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    cleanup(async () => {
      testClock.skew(0)
      testClock.reset()
      await app.stop()
    })
    const clockIs = (wanted: string) =>
      until(`the clock to be ${wanted}`, async () => {
        testClock.advance(61_000)
        const { body } = await app.call<Health>('GET', '/api/health')
        return body.components.clock!.status === wanted
      })
    await clockIs('ok')
    const as = await app.superAdmin()
    for (const [skewMs, side] of [
      [hour, '3600 seconds ahead of'],
      [-hour, '3600 seconds behind'],
    ] as const) {
      testClock.skew(skewMs)
      await clockIs('degraded')
      // Red without `clock.follow`: a delay of a minute, stored by this process, would last an hour for others.
      assert.closeTo(clock.machine() - clock.now(), skewMs, 2_000)
      testClock.skew(0)
      const details = await app.ok<Health>('GET', '/api/health/details', { as })
      assert.include(details.components.clock!.message, side)
      // No load balancer removes the server.
      assert.equal((await app.call('GET', '/api/health/ready')).status, 200)
      await clockIs('ok')
    }
    testClock.skew(1_500)
    await clockIs('ok')
  }).skip(testDatabase !== 'pg', 'The clock of SQLite is that of its process')

  // Red without #compareWithStored(): wrong limits and schedules would have no explanation.
  test('that is behind a stored time is logged at the start', async ({ assert, cleanup }) => {
    const app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    cleanup(() => app.stop())
    const warnings = async () => {
      const { lines, logger } = listening()
      const watch = new ClockWatch(logger)
      await app.inside(async () => {
        await watch.start()
        await watch.stop()
      })
      return lines
    }
    assert.deepEqual(await warnings(), [])
    const later = new Date(Date.now() + hour).toISOString()
    await app.inside(() =>
      asOperator('a clock was ahead', () =>
        unscoped().from('job_schedules').update({ last_at: later })
      )
    )
    const [line] = await warnings()
    assert.include(line, `The newest stored time is ${later}`)
  }).skip(testDatabase === 'pg', 'PostgreSQL is asked for the time')
})

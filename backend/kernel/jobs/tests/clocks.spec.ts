// onBothDatabases: what is due is decided by the database's clock
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { defineEvent, recordEvent, type Consumer } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { clocks, testClock } from '@crossdock/kernel/testing'
import { transaction, unscoped } from '../../database/index.js'
import { clock } from '../../ground/clock.js'
import { asOperator, inTenant } from '../../tenancy/index.js'
import { enqueue, enqueueAll, jobRef, nextTime } from '../index.js'
import { declareSchedules, fixFarSchedules, startDue, listSchedules } from '../schedules.js'
import { counted, effect, JobLab, looking, type AnyJob } from './job_lab.js'

const hour = 60 * 60_000
const far = () => new Date(Date.now() + 365 * 24 * hour).toISOString()

const limited = jobRef<{ key: string }>('test.limited', { limit: 1, limitPerKey: 1 })

/** Reschedules itself once, a moment later, and records it. */
const resumed: AnyJob = {
  name: 'test.resumed',
  async handle(job) {
    const seen = await unscoped().from('job_effects').where('job', 'resumed').first()
    if (seen) return await job.finish(() => effect('resumed again'))
    await job.resumeAt(clock.date(), () => effect('resumed'))
  },
}

const works = [counted, { ...counted, name: 'test.limited' }, resumed]

test.group('Due times', (group) => {
  let lab: JobLab

  group.each.setup(async () => {
    lab = await JobLab.open()
    return async () => {
      testClock.skew(0)
      testClock.reset()
      await lab.close()
      await lab.database.remove()
    }
  })

  // Red when enqueue() uses the clock of its process, or a worker waits for the next job by its own clock.
  for (const [about, skewMs] of Object.entries(clocks)) {
    test(`are immediate although the adding process is ${about}, and respect a delay`, async ({
      assert,
    }) => {
      // A worker whose clock is right, sharing one process by turns.
      testClock.skew(skewMs)
      await lab.as(async () => {
        await enqueue(jobRef('test.counted'), { key: 'plain' })
        await enqueue(jobRef('test.counted'), { key: 'unique' }, { uniqueKey: 'one' })
        await enqueueAll(jobRef('test.counted'), [
          { payload: { key: 'many 1' } },
          { payload: { key: 'many 2' } },
        ])
        for (const key of ['first', 'second', 'third']) {
          await enqueue(limited, { key }, { limitKey: 'one' })
        }
        await enqueue(jobRef('test.resumed'), {})
        const runAt = new Date(clock.now() + hour)
        await enqueue(jobRef('test.counted'), { key: 'in an hour' }, { runAt })
      })
      const rows = await lab.jobs()
      for (const { run_at: at, payload } of rows) {
        const delay = JSON.parse(JSON.stringify(payload)).includes?.('hour') ? hour : 0
        assert.closeTo(Date.parse(at), Date.now() + delay, 60_000)
      }
      await lab.work(works)
      await until('all but one', async () => (await lab.jobs()).length === 1)
      const done = await lab.effects()
      assert.sameMembers(
        done,
        ['plain', 'unique', 'many 1', 'many 2', 'first', 'second', 'third'].concat(
          'resumed',
          'resumed again'
        )
      )
      assert.deepEqual(
        done.filter((key) => ['first', 'second', 'third'].includes(key)),
        ['first', 'second', 'third']
      )
      testClock.advance(hour)
      await lab.idle()
      assert.include(await lab.effects(), 'in an hour')
    })
  }

  // Red without fixFarJobs(): the job waits a year, in every process.
  test('of a clock that was ahead are corrected', async ({ assert }) => {
    await lab.as(async () => {
      await enqueue(limited, { key: 'late' }, { limitKey: 'one' })
      const runAt = new Date(clock.now() + hour)
      await enqueue(jobRef('test.counted'), { key: 'delayed' }, { runAt })
      await enqueue(jobRef('test.counted'), { key: 'older' }, { runAt })
    })
    await asOperator('a clock was ahead', async () => {
      const table = () => unscoped().from('jobs')
      const later = (ms: number) => new Date(Date.parse(far()) + ms).toISOString()
      await table().where('name', 'test.limited').update({ run_at: far(), scheduled_at: far() })
      const isDelayed = `payload like '%delayed%'`
      const isOlder = `payload like '%older%'`
      const text = lab.database.databaseUrl
        ? (one: string) => one.replace('payload', 'payload::text')
        : (one: string) => one
      await table()
        .whereRaw(text(isDelayed))
        .update({ run_at: later(hour), scheduled_at: far() })
      // As an older version writes it.
      await table()
        .whereRaw(text(isOlder))
        .update({ run_at: later(2 * hour), created_at: far(), scheduled_at: null })
    })
    await lab.work(works, looking)
    await until('what had no delay', async () => (await lab.effects()).includes('late'))
    const left = await lab.jobs()
    assert.deepEqual(
      left.map(({ run_at }) => Math.round((Date.parse(run_at) - Date.now()) / hour)).sort(),
      [1, 2]
    )
    testClock.advance(2 * hour)
    await lab.idle()
  })

  // Red without fixFarSchedules(): a nightly schedule would not run for a year.
  test('of schedules are corrected if they are later than the next time', async ({ assert }) => {
    const nightly = {
      name: 'test.nightly',
      cron: '30 2 * * *',
      job: jobRef<{ key: string }>('test.counted'),
      payload: { key: 'night' },
    }
    const operator = <T>(work: () => Promise<T>) => asOperator('be the installation', work)
    for (const skewMs of Object.values(clocks)) {
      testClock.skew(skewMs)
      await operator(async () => {
        await declareSchedules([nightly])
        await unscoped().from('job_schedules').update({ next_at: far() })
        await fixFarSchedules()
        const [row] = await listSchedules()
        assert.equal(row!.nextAt, nextTime(nightly.cron, 'UTC', new Date()).toISOString())
        // A due schedule stays due.
        const next_at = new Date(Date.now() - hour).toISOString()
        await unscoped().from('job_schedules').update({ next_at })
        await fixFarSchedules()
        await startDue([nightly], lab.logger)
      })
      assert.lengthOf(await lab.jobs(), 1)
      await asOperator('clean up', async () => void (await unscoped().from('jobs').delete()))
    }
  })
})

const dropped = defineEvent('dropped_in', {
  description: 'A probe',
  payload: vine.object({ number: vine.number() }),
})

test.group('Parked events', () => {
  // Red when retry_at is the time of a process, or is compared with its clock.
  test('are retried whatever the clock of the process says', async ({ assert, cleanup }) => {
    const failing = new Set<unknown>()
    const handled: unknown[] = []
    const consumer: Consumer = {
      name: 'probe.fragile',
      scope: 'tenant',
      on: [dropped],
      from: 'start',
      async handle(events) {
        for (const { payload } of events) {
          if (failing.delete(payload.number)) throw new Error('not yet')
          handled.push(payload.number)
        }
      },
    }
    const probe = definePlugin({
      name: 'probe',
      version: '1.0.0',
      compatibility: '^0.1',
      eventTypes: [dropped],
      consumers: async () => ({ default: [consumer] }),
    })
    const app = await bootApp({ plugins: [probe], settings: { LOG_LEVEL: 'silent' } })
    cleanup(async () => {
      testClock.skew(0)
      testClock.reset()
      await app.stop()
    })
    const { id } = await app.tenant('acme')
    const record = (number: number) =>
      app.inside(() =>
        inTenant(id, () => transaction(() => recordEvent(dropped, { payload: { number } })))
      )
    const parked = () =>
      app.inside(() =>
        asOperator('look', async () => unscoped().from('parked_events').select('retry_at'))
      )
    let number = 0
    for (const skewMs of Object.values(clocks)) {
      testClock.skew(skewMs)
      number += 1
      failing.add(number)
      await record(number)
      await until('it to be parked or done', async () => {
        return handled.includes(number) || (await parked()).length > 0
      })
      testClock.advance(2_000)
      await until('it to be handled', () => handled.includes(number))
      testClock.reset()
    }
    assert.deepEqual(handled, [1, 2, 3, 4])

    // A row delayed by a clock that was ahead, as an older version writes it.
    testClock.skew(0)
    failing.add(5)
    await record(5)
    await until('it to be parked', async () => (await parked()).length > 0)
    await app.inside(() =>
      asOperator('a clock was ahead', async () => {
        const times = { run_at: far(), created_at: far(), scheduled_at: null }
        await unscoped().from('parked_events').update({ retry_at: far() })
        await unscoped().from('jobs').where('name', 'events.retry_parked').update(times)
      })
    )
    // The worker checks.
    testClock.advance(5_000)
    await until('it to be handled', () => handled.includes(5))
  })
})

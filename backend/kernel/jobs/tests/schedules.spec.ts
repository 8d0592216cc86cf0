// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { asOwner, refuseCommits } from '../../database/tests/refused_commits.js'
import { unscoped } from '../../database/index.js'
import { asOperator, currentContext } from '../../tenancy/index.js'
import { groupInEveryClock, until } from '../../testing/index.js'
import { jobRef, listSchedules, nextTime, schedule, Scheduler, type Schedule } from '../index.js'
import { declareSchedules, startDue } from '../schedules.js'
import { JobLab, type AnyJob } from './job_lab.js'

const hour = 60 * 60_000
const tidy = jobRef<{ key: string }>('test.tidy')

const nightly = schedule({
  name: 'test.nightly',
  cron: '30 2 * * *',
  timeZone: 'Europe/Berlin',
  job: tidy,
  payload: { key: 'night' },
})

groupInEveryClock('schedules', (group) => {
  let lab: JobLab

  group.each.setup(async () => {
    lab = await JobLab.open()
    return async () => {
      await lab.close()
      await lab.database.remove()
    }
  })

  const operator = <T>(work: () => Promise<T>) => asOperator('be the installation', work)
  const declare = (...schedules: Schedule[]) => operator(() => declareSchedules(schedules))
  const start = () => operator(() => startDue([nightly], lab.logger))
  const stored = () => operator(listSchedules)
  /** Makes a schedule due, as if its time had passed a while ago. */
  const makeDue = (agoMs = 0, name = nightly.name) =>
    operator(async () => {
      const next_at = new Date(Date.now() - agoMs).toISOString()
      await unscoped().from('job_schedules').where('name', name).update({ next_at })
    })

  test('a schedule is due at its next time, and its job belongs to no tenant', async ({
    assert,
  }) => {
    await declare(nightly)
    const [row] = await stored()
    const next = nextTime(nightly.cron, 'Europe/Berlin', new Date()).toISOString()
    assert.deepEqual(row, {
      name: 'test.nightly',
      cron: '30 2 * * *',
      timeZone: 'Europe/Berlin',
      job: 'test.tidy',
      nextAt: next,
      lastAt: null,
      skipped: 0,
    })
    await start()
    assert.lengthOf(await lab.jobs(), 0)

    await makeDue()
    await start()
    const seen: unknown[] = []
    const tidying: AnyJob = {
      name: 'test.tidy',
      async handle({ payload }) {
        const { tenantId, operator } = currentContext()
        seen.push({ payload, tenantId, operator })
      },
    }
    await lab.work([tidying])
    await lab.idle()
    assert.deepEqual(seen, [{ payload: { key: 'night' }, tenantId: null, operator: true }])
    const [after] = await stored()
    assert.equal(after!.nextAt, next)
    assert.isString(after!.lastAt)
  })

  // Red when startNext() creates a reference from the name only.
  test('the jobs of a schedule keep their limits', async ({ assert }) => {
    const limited = { ...nightly, job: jobRef<{ key: string }>('test.tidy', { limit: 2 }) }
    await declare(limited)
    await makeDue()
    await operator(() => startDue([limited], lab.logger))
    assert.containSubset(await lab.jobs(), [{ name: 'test.tidy', limit_of_name: 2 }])
  })

  // Red when the row is not locked (`skipLocked`), or next_at is not changed in the same transaction.
  test('ten concurrent checks start each due time once', async ({ assert }) => {
    const names = Array.from({ length: 5 }, (_, n) => `test.schedule${n}`)
    await declare(...names.map((name) => ({ ...nightly, name })))
    for (const name of names) await makeDue(1_000, name)
    await Promise.all(Array.from({ length: 10 }, start))
    await until('those that were left out to be started', async () => {
      await start()
      return (await lab.jobs()).length >= names.length
    })
    assert.lengthOf(await lab.jobs(), names.length)
    assert.deepEqual(
      (await stored()).map(({ skipped }) => skipped),
      names.map(() => 0)
    )
  })

  // Red when the next time is computed from the due time instead of the present.
  test('times missed while no process ran are caught up once', async ({ assert }) => {
    await declare({ ...nightly, cron: '*/5 * * * *' })
    await makeDue(30 * 24 * hour)
    await start()
    assert.lengthOf(await lab.jobs(), 1)
    const [row] = await stored()
    assert.isAbove(Date.parse(row!.nextAt), Date.now() - 1_000)
    assert.equal(row!.skipped, 0)
  })

  // Red without the unique key, or when a skipped time does not move next_at.
  test('a time is skipped, visibly, while the last job waits or runs', async ({ assert }) => {
    await declare(nightly)
    for (let skipped = 0; skipped < 3; skipped++) {
      await makeDue()
      await start()
      const [row] = await stored()
      assert.equal(row!.skipped, skipped)
      assert.isAbove(Date.parse(row!.nextAt), Date.now())
      assert.lengthOf(await lab.jobs(), 1)
    }
    const running = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const slow: AnyJob = {
      name: 'test.tidy',
      async handle() {
        running.resolve()
        await gate.promise
      },
    }
    await lab.work([slow])
    await running.promise
    await makeDue()
    await start()
    assert.equal((await stored())[0]!.skipped, 3)
    gate.resolve()
    await lab.idle()
    await makeDue()
    await start()
    assert.equal((await stored())[0]!.skipped, 0)
    await lab.idle()
  })

  test('a finally failed job does not block the next one', async ({ assert }) => {
    await declare(nightly)
    await lab.work([
      {
        name: 'test.tidy',
        retry: { attempts: 1 },
        handle: () => Promise.reject(new Error('no')),
      },
    ])
    for (const failed of [1, 2]) {
      await makeDue()
      await start()
      await until('the failure', async () => {
        const jobs = await lab.jobs()
        return jobs.length === failed && jobs.every(({ state }) => state === 'failed')
      })
    }
    assert.equal((await stored())[0]!.skipped, 0)
  })

  // Red when the schedule is moved first, in a separate transaction.
  test('a failed commit neither adds nor loses a job', async ({ assert }) => {
    await declare({ ...nightly, job: jobRef('refused.tidy') })
    await refuseCommits(lab.database, 'jobs', 'name')
    await makeDue(hour)
    const [before] = await stored()
    await assert.rejects(start)
    assert.deepEqual(await stored(), [before!])
    assert.lengthOf(await lab.jobs(), 0)
    const away = lab.database.databaseUrl ? 'drop trigger refuse on jobs' : 'drop trigger refuse'
    await asOwner(lab.database, away)
    await start()
    assert.lengthOf(await lab.jobs(), 1)
  })

  // Red when every start computes new times, or a changed expression or zone does not.
  test('a restart keeps due times; changed times apply from then on', async ({ assert }) => {
    await declare(nightly)
    await makeDue(hour)
    const [due] = await stored()
    await declare({ ...nightly, job: jobRef('test.other') })
    assert.deepEqual(await stored(), [{ ...due!, job: 'test.other' }])
    for (const timeZone of ['Europe/Berlin', 'Asia/Tokyo']) {
      await declare({ ...nightly, cron: '0 4 * * *', timeZone })
      const next = nextTime('0 4 * * *', timeZone, new Date()).toISOString()
      assert.equal((await stored())[0]!.nextAt, next)
    }
    await declare()
    assert.deepEqual(await stored(), [])
  })

  // Red when an unreadable expression throws: every later schedule would wait forever.
  test('a schedule of a newer version does not stop others', async ({ assert }) => {
    await declare(nightly, { ...nightly, name: 'test.newer' })
    await operator(() =>
      unscoped().from('job_schedules').where('name', 'test.newer').update({ cron: 'full moon' })
    )
    await makeDue(hour, 'test.newer')
    await makeDue()
    await start()
    assert.lengthOf(await lab.jobs(), 1)
    const newer = (await stored()).find(({ name }) => name === 'test.newer')!
    assert.isAbove(Date.parse(newer.nextAt), Date.now())
    assert.isNull(newer.lastAt)
  })

  // Red when Scheduler sets no timer, or does not restore missing schedules.
  test('a scheduler starts due jobs, and restores schedules deleted by an older version', async ({
    assert,
    cleanup,
  }) => {
    const schedulers = [1, 2].map(() => new Scheduler([nightly], lab.logger))
    cleanup(async () => void (await Promise.all(schedulers.map((one) => one.stop()))))
    await declare(nightly)
    await makeDue(-300)
    for (const one of schedulers) await one.start()
    await until('the job', async () => (await lab.jobs()).length > 0)
    for (const one of schedulers.splice(0)) await one.stop()
    assert.lengthOf(await lab.jobs(), 1)

    const soon = { ...nightly, name: 'test.soon', cron: '* * * * *' }
    await declare(soon)
    await makeDue(-300, soon.name)
    const keeper = new Scheduler([nightly, soon], lab.logger)
    schedulers.push(keeper)
    await keeper.start()
    await declare(soon)
    await until('it to be back', async () =>
      (await stored()).some(({ name }) => name === 'test.nightly')
    )
  })
})

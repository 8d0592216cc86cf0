// onBothDatabases: due times are instants of the database, and rows are locked in the order of a save
import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { clock as productClock } from '@crossdock/kernel/database'
import type { Problem } from '@crossdock/kernel/ground'
import { nextTime } from '@crossdock/kernel/jobs'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { FlowLab, probes } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

const minute = 60_000
const hour = 60 * minute
const path = '/api/integrations/workflows'
const hourly = { schedule: '0 * * * *' }

interface Shown {
  nextAt: string | null
  lastFor: string | null
  lastRunId: string | null
  times: string[]
}
interface Skipped {
  reason: string
  from: string
  until: string
}

test.group('scheduled workflows', (group) => {
  let app: TestApp
  let lab: FlowLab
  let steps: Probe

  group.each.setup(async () => {
    steps = new Probe()
    app = await bootApp({ plugins: [probePlugin(steps)], settings: { LOG_LEVEL: 'silent' } })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const scheduled = (triggerConfig: object = hourly, more: object = {}) =>
    lab.workflow({ triggerType: 'scheduled', triggerConfig, steps: probes('work'), ...more })
  const change = (id: string, body: object) =>
    app.ok('PUT', `${path}/${id}`, { as: lab.tenant.admin, body })
  const shown = (id: string) =>
    app.ok<Shown>('GET', `${path}/${id}/schedule`, { as: lab.tenant.viewer })
  const skips = (id: string) =>
    inTenant(lab.tenant.id, async () => {
      const rows = await tenantTable<{ payload: string }>('middleware_events')
        .where('event_type', 'schedule_skipped')
        .where('target_id', id)
        .orderBy('seq')
      return rows.map(({ payload }) => JSON.parse(payload) as Skipped)
    })
  /** Moves the due time of the next run to the present, or to a while ago. */
  const passTo = async (id: string, late = 0) => {
    const { nextAt } = await shown(id)
    app.clock.advance(Date.parse(nextAt!) - clock() + late)
    return nextAt!
  }
  const clock = () => productClock.now()
  const started = (id: string, count: number) =>
    until(`${count} runs`, async () => {
      const runs = await lab.runsOf(id)
      return runs.length >= count && runs
    })
  const data = () => steps.of('work').map(({ context }) => context.input.data as object)

  test('a run starts when it is due, with its scheduled time, and the next time is stored', async ({
    assert,
  }) => {
    const id = await scheduled()
    const first = await passTo(id)
    const [run, ...others] = await started(id, 1)
    assert.lengthOf(others, 0)
    assert.equal(run!.triggerType, 'scheduled')
    await lab.reached(run!.id, 'completed')
    assert.deepEqual(data(), [{ scheduledFor: first, previousRun: null }])
    const second = await passTo(id)
    assert.equal(Date.parse(second) - Date.parse(first), hour)
    await started(id, 2)
    await until('the second run', () => data().length === 2)
    assert.deepEqual(data()[1], { scheduledFor: second, previousRun: first })
    assert.equal((await shown(id)).lastFor, second)
    assert.lengthOf(await skips(id), 0)
  })

  // Red without `deactivated`: a paused workflow starts.
  test('a paused workflow starts nothing, and gets a new due time when it is activated', async ({
    assert,
  }) => {
    const id = await scheduled()
    await change(id, { isActive: false })
    assert.deepInclude(await shown(id), { nextAt: null, times: [] })
    const other = await scheduled()
    app.clock.advance(3 * hour)
    await started(other, 1)
    assert.lengthOf(await lab.runsOf(id), 0)
    await change(id, { isActive: true })
    const { nextAt } = await shown(id)
    assert.isAbove(Date.parse(nextAt!), clock())
    await passTo(id)
    await started(id, 1)
    await change(id, { triggerType: 'manual', triggerConfig: {} })
    const rows = () => inTenant(lab.tenant.id, () => tenantTable('integration_workflow_schedules'))
    assert.lengthOf(await rows(), 1)
    await app.ok('DELETE', `${path}/${other}`, { as: lab.tenant.admin })
    assert.lengthOf(await rows(), 0)
  })

  // Red when `activated` keeps the stored time.
  test('after any edit, it is due according to its schedule', async ({ assert }) => {
    const id = await scheduled()
    const crons = ['*/7 * * * *', '30 2 * * *', '0 6 * * 1-5', '0 0 29 2 *', '15 6 1 * *']
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata']
    for (let edit = 0; edit < 12; edit++) {
      const schedule = crons[(edit * 7) % crons.length]!
      const timeZone = zones[(edit * 3) % zones.length]!
      await change(id, { triggerConfig: { schedule, timeZone } })
      app.clock.advance(((edit * 13) % 50) * minute)
      await change(id, { name: `Edited ${edit}` })
      const { nextAt, times } = await shown(id)
      const next = nextTime(schedule, timeZone, new Date(clock())).toISOString()
      assert.equal(nextAt, next, `${schedule} ${timeZone}`)
      assert.equal(times[0], next)
    }
  })

  test('while a run is active the next one waits, is skipped, or replaces it', async ({
    assert,
  }) => {
    const release = Promise.withResolvers<void>()
    steps.on('work', ({ signal }) =>
      Promise.race([
        release.promise,
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        ),
      ])
    )
    const [waits, leavesOut, cancels] = [
      await scheduled({ ...hourly, overlap: 'queue' }),
      await scheduled({ ...hourly, overlap: 'skip' }),
      await scheduled({ ...hourly, overlap: 'cancel_oldest' }),
    ]
    await passTo(waits)
    for (const id of [waits, leavesOut, cancels]) await started(id, 1)
    await until('all three to be at work', () => steps.of('work').length === 3)
    const second = await passTo(waits)
    const [newest, oldest] = await started(cancels, 2)
    assert.equal((await lab.reached(oldest!.id, 'cancelled')).status, 'cancelled')
    await lab.reached(newest!.id, 'running')
    await until('it to be skipped', async () => (await skips(leavesOut)).length === 1)
    assert.deepInclude((await skips(leavesOut))[0], {
      reason: 'overlap',
      from: second,
      until: second,
    })
    assert.lengthOf(await lab.runsOf(waits), 1)
    assert.equal((await shown(waits)).nextAt, second)
    release.resolve()
    const [first] = await lab.runsOf(waits)
    await lab.reached(first!.id, 'completed')
    app.clock.advance(minute)
    await started(waits, 2)
    assert.equal((await shown(waits)).lastFor, second)
    assert.lengthOf(await skips(waits), 0)
    assert.lengthOf(await lab.runsOf(leavesOut), 1)
  })

  test('after an outage it follows its rule, and the log names skipped times', async ({
    assert,
  }) => {
    const [none, one, all] = [
      await scheduled({ ...hourly, missed: 'skip' }),
      await scheduled({ ...hourly, missed: 'one' }),
      await scheduled({ ...hourly, missed: 'all' }),
    ]
    const first = await passTo(none, 3 * hour + 10 * minute)
    const runs = await started(all, 4)
    assert.lengthOf(runs, 4)
    assert.lengthOf(await started(one, 1), 1)
    await until('the missed times to be logged', async () => (await skips(none)).length === 1)
    const at = (hours: number) => new Date(Date.parse(first) + hours * hour).toISOString()
    assert.deepInclude((await skips(none))[0], { reason: 'missed', from: first, until: at(3) })
    assert.lengthOf(await lab.runsOf(none), 0)
    assert.deepInclude((await skips(one))[0], { reason: 'missed', from: first, until: at(2) })
    assert.equal((await shown(one)).lastFor, at(3))
    await until('the last run', async () => (await shown(all)).lastFor === at(3))
    assert.lengthOf(await skips(all), 0)
    assert.equal((await shown(all)).nextAt, at(4))
  })

  // Red when a slice does not enqueue the rest.
  test('many that are due together all start, each once', async ({ assert }) => {
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await scheduled())
    const jobs = await inTenant(lab.tenant.id, () =>
      tenantTable<{ id: string }>('jobs').where('name', 'flows.start_due')
    )
    // At most one job for each time.
    assert.isAtMost(jobs.length, 2)
    await passTo(ids[0]!)
    for (const id of ids) await started(id, 1)
    await until('all to end', async () => data().length === ids.length)
    for (const id of ids) assert.lengthOf(await lab.runsOf(id), 1)
  })

  test('an invalid schedule is refused with a message', async ({ assert }) => {
    for (const [given, field, sentence] of [
      [{}, 'schedule', /Enter when/],
      [{ schedule: '* * * *' }, 'schedule', /does not have five fields/],
      [{ schedule: '@daily' }, 'schedule', /does not have five fields/],
      [{ schedule: '61 * * * *' }, 'schedule', /61/],
      [{ schedule: '0 0 30 2 *' }, 'schedule', /never comes/],
      [
        { ...hourly, timeZone: 'Europe/Atlantis' },
        'timeZone',
        /"Europe\/Atlantis" is not a time zone/,
      ],
      [{ ...hourly, overlap: 'both' }, 'overlap', /queue/],
    ] as const) {
      const { status, body } = await app.call<Problem>('POST', path, {
        as: lab.tenant.admin,
        body: { name: 'Wrong', triggerType: 'scheduled', triggerConfig: given },
      })
      assert.equal(status, 422)
      assert.equal(body.errors![0]!.field, `triggerConfig.${field}`)
      assert.match(body.message, sentence)
    }
  })

  test('the next five times of a schedule are shown before it is saved', async ({ assert }) => {
    const ask = (query: Record<string, string>, language = 'en') =>
      app.call<{ times: string[]; sentence: string } & Problem>(
        'GET',
        `/api/flows/schedule-times?${new URLSearchParams(query).toString()}`,
        { as: lab.tenant.viewer, headers: { 'accept-language': language } }
      )
    const { body } = await ask({ schedule: '45 6 * * 1-5', timeZone: 'Europe/Amsterdam' })
    assert.lengthOf(body.times, 5)
    assert.equal(body.sentence, 'At 06:45 AM, Monday through Friday')
    const german = await ask({ schedule: '45 6 * * 1-5' }, 'de')
    assert.match(german.body.sentence, /Montag/)
    const never = await ask({ schedule: '0 0 30 2 *' })
    assert.equal(never.status, 422)
    assert.match(never.body.message, /never comes/)
    const manual = await lab.workflow({})
    const none = await app.ok<{ schedule: string | null }>('GET', `${path}/${manual}/schedule`, {
      as: lab.tenant.viewer,
    })
    assert.isNull(none.schedule)
  })
})

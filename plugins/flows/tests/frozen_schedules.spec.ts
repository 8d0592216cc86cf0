// onBothDatabases: on PostgreSQL another process continues, on SQLite there is none
// clock: a stopped process knows no time but the machine's.
import { randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import { bootApp, migratedDatabase, until } from '@crossdock/backend/testing'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { installed } from '../../../backend/plugins.js'
import { fatalProcess } from './fatal_child.js'
import { FatalProbe } from './fatal_probe.js'
import { FlowLab, probes } from './flow_lab.js'
import { probePlugin } from './probe.js'

const minute = 60_000
/** Whole minutes in which the process does nothing. */
const frozenMinutes = 3

test.group('A process that is stopped while schedules are due', () => {
  // Red when a time is stored as done before its run is, or when two processes start the same one.
  test('each time has one run, or the log has the reason', async ({ assert, cleanup }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const boot = () =>
      bootApp({ database, plugins: [probePlugin(new FatalProbe(database.dataDir))] })
    const before = await boot()
    const tenant = await before.tenant('acme')
    const lab = new FlowLab(before, tenant)
    const rules = ['skip', 'one', 'all'] as const
    const flows = new Map<string, (typeof rules)[number]>()
    for (const missed of rules) {
      const config = { schedule: '* * * * *', missed }
      const steps = probes('work')
      flows.set(
        await lab.workflow({
          name: missed,
          triggerType: 'scheduled',
          triggerConfig: config,
          steps,
        }),
        missed
      )
    }
    const begun = Date.now()
    await before.stop()

    const frozen = await fatalProcess(database)
    const others = database.databaseUrl ? [await fatalProcess(database)] : []
    cleanup(() => [frozen, ...others].forEach(({ child }) => child.kill('SIGKILL')))
    // When the first time is due: the process may stop in the middle of its work.
    await passed(Math.ceil(Date.now() / minute) * minute + randomInt(300))
    frozen.child.kill('SIGSTOP')
    await passed(Date.now() + frozenMinutes * minute)
    frozen.child.kill('SIGCONT')
    // After the missed times are done and one more is due.
    const end = Math.ceil((Date.now() + minute / 2) / minute) * minute
    await passed(end + 10_000)
    for (const { child, died } of [frozen, ...others]) {
      child.kill('SIGTERM')
      await died
    }

    const after = await boot()
    cleanup(() => after.stop())
    const first = Math.ceil(begun / minute) * minute
    const times = Array.from({ length: (end - first) / minute + 1 }, (_, at) => first + at * minute)
    for (const [flow, missed] of flows) {
      const ran = await timesOfRuns(tenant.id, flow)
      const skipped = await skippedTimes(tenant.id, flow)
      for (const time of times) {
        const runs = ran.filter((one) => one === time).length
        const isNamed = skipped.some(({ from, until }) => from <= time && time <= until)
        const what = `${missed} at ${new Date(time).toISOString()}`
        assert.equal(runs + (isNamed ? 1 : 0), 1, what)
      }
    }
  })
    .tags(['long'])
    .timeout(10 * minute)
})

const passed = (time: number) => until('the time to pass', () => Date.now() > time, 10 * minute)

/** The scheduled times of a workflow's runs. */
const timesOfRuns = (tenantId: string, flowId: string) =>
  inTenant(tenantId, async () => {
    const rows = await tenantTable<{ context_data: string | object }>('flow_execution_history')
      .where('flow_id', flowId)
      .select('context_data')
    return rows.map(({ context_data: data }) => {
      const known = (typeof data === 'string' ? JSON.parse(data) : data) as {
        data: { scheduledFor: string }
      }
      return Date.parse(known.data.scheduledFor)
    })
  })

/** The times that the log reports as skipped. */
const skippedTimes = (tenantId: string, flowId: string) =>
  inTenant(tenantId, async () => {
    const rows = await tenantTable<{ payload: string | object }>('middleware_events')
      .where({ event_type: 'schedule_skipped', target_id: flowId })
      .select('payload')
    return rows.map(({ payload }) => {
      const { from, until } = (typeof payload === 'string' ? JSON.parse(payload) : payload) as {
        from: string
        until: string
      }
      return { from: Date.parse(from), until: Date.parse(until) }
    })
  })

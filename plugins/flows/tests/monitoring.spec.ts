// onBothDatabases: sums are written and pruned by raw statements
import { test } from '@japa/runner'
import { bootApp, explain, until } from '@crossdock/backend/testing'
import { transaction } from '@crossdock/kernel/database'
import { asOperator, inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { pruneOldRollups } from '../rollups/prune.js'
import { bucketOf, percentile } from '../rollups/histogram.js'
import { FlowLab, probes } from './flow_lab.js'
import { failing, hanging, Probe, probePlugin } from './probe.js'

interface Monitoring {
  completed: number
  failed: number
  cancelled: number
  p50: number | null
  points: { at: string; completed: number; failed: number }[]
  failures: {
    workflows: { workflowName: string; failed: number; runs: number; errorMessage: string }[]
    unfailing: number
  }
  queue: { count: number; points: { waiting: number }[] }
  steps: { stepId: string; workflowName: string; share: number; tries: number }[]
}

test.group('monitoring of runs', (group) => {
  const steps = new Probe()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const ask = (query = '', as = lab.tenant.viewer) =>
    lab.app.ok<Monitoring>('GET', `/api/flow-executions/monitoring${query}`, { as })
  const known = (what: string, is: (seen: Monitoring) => boolean, query = '') =>
    until(what, async () => {
      const seen = await ask(query)
      return is(seen) && seen
    })

  // Red when the consumer of rollups does not subtract a retried failure, or adds a cancelled run.
  test('has the same counts as the figures above the list', async ({ assert }) => {
    const { behavior, begun } = hanging()
    steps.on('endless', behavior)
    steps.on('breaks', failing(1, false))
    const fine = await lab.workflow({ name: 'Fine', steps: probes('a', 'b') })
    const broken = await lab.workflow({ name: 'Broken', steps: probes('breaks') })
    const endless = await lab.workflow({ name: 'Endless', steps: probes('endless') })
    for (let at = 0; at < 3; at++) await lab.reached((await lab.start(fine)).id, 'completed')
    const failed = await lab.reached((await lab.start(broken)).id, 'failed')
    const cancelled = await lab.start(endless)
    await begun
    await lab.act(cancelled.id, 'cancel')
    const seen = await known('all ends', ({ completed, failed, cancelled }) => {
      return completed === 3 && failed === 1 && cancelled === 1
    })
    const stats = await lab.app.ok<{ completedToday: number; failedToday: number }>(
      'GET',
      '/api/flow-executions/stats',
      { as: lab.tenant.viewer }
    )
    assert.containSubset(stats, { completedToday: 3, failedToday: 1 })
    assert.lengthOf(seen.points, 48)
    assert.equal(
      seen.points.reduce((sum, { completed, failed }) => sum + completed + failed, 0),
      4
    )
    assert.isNumber(seen.p50)
    assert.containSubset(seen.failures, {
      workflows: [{ workflowName: 'Broken', failed: 1, runs: 1 }],
      unfailing: 2,
    })
    assert.include(seen.failures.workflows[0]!.errorMessage, 'No luck at try 1.')
    assert.equal(seen.steps.find(({ stepId }) => stepId === 'a')?.tries, 3)
    for (const period of ['hour', 'week', 'month']) {
      assert.containSubset(await ask(`?period=${period}`), { completed: 3, failed: 1 })
    }
    assert.containSubset(await ask(`?workflowId=${fine}`), { completed: 3, failed: 0 })
    assert.containSubset(await ask('?systemId=none'), { completed: 0, failed: 0, steps: [] })

    await lab.act(failed.id, 'retry')
    await lab.reached(failed.id, 'completed')
    const after = await known('the retry', ({ completed }) => completed === 4)
    assert.equal(after.failed, 0)
    assert.isEmpty(after.failures.workflows)
    // Each try counts once, including the tries before the retry.
    assert.equal(after.steps.find(({ stepId }) => stepId === 'breaks')?.tries, 2)
  })

  test('shows nothing of other organizations, and refuses unknown values', async ({ assert }) => {
    const other = await lab.app.tenant('umbrella')
    assert.containSubset(await ask('', other.viewer), { completed: 0, failed: 0 })
    const wrong = await lab.app.call('GET', '/api/flow-executions/monitoring?period=year', {
      as: other.viewer,
    })
    assert.equal(wrong.status, 422)
  })

  // Red when pruneOldRollups() keeps a grain longer than its period.
  test('keeps some dozen points of each grain', async ({ assert }) => {
    const month = 40 * 24 * 3_600_000
    const rows = () =>
      inTenant(lab.tenant.id, async () => tenantTable('flow_rollups').select('grain'))
    assert.isNotEmpty(await rows())
    const prune = () =>
      asOperator('as the job', () =>
        pruneOldRollups({
          signal: new AbortController().signal,
          commit: (work) => transaction(async () => work()),
        })
      )
    await prune()
    assert.isNotEmpty(await rows())
    lab.app.clock.advance(month)
    await prune()
    assert.isEmpty(await rows())
  })

  test('is read by a prefix of the key', async ({ assert }) => {
    const found = await inTenant(lab.tenant.id, () =>
      explain(
        tenantTable('flow_rollups')
          .where({ grain: '30m', kind: 'run' })
          .where('at', '>=', '2026-11-01T00:00')
          .groupBy('at')
          .select('at')
      )
    )
    assert.match(found, /pkey|primary key/i)
  })

  test('reads percentiles from buckets, off by a tenth at most', ({ assert }) => {
    const counts = new Map<number, number>()
    for (let ms = 1; ms <= 10_000; ms++) {
      const bucket = bucketOf(ms)
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
    }
    for (const part of [0.5, 0.95, 0.99]) {
      const found = percentile(counts, part)!
      assert.closeTo(found, part * 10_000, part * 1_000)
    }
    assert.isNull(percentile(new Map(), 0.5))
    assert.equal(bucketOf(Number.MAX_SAFE_INTEGER), 128)
  })
})

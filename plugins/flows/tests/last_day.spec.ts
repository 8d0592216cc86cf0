import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { StepFailed } from '../contracts/index.js'
import { FlowLab, probe, type Run } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

interface Failing {
  id: string
  name: string
  runs: number
  failed: number
  executionId: string
  errorMessage: string | null
}

const hourMs = 3_600_000

test.group('Runs on the dashboard', (group) => {
  let app: TestApp
  let lab: FlowLab
  let other: FlowLab
  let isBroken = false

  group.setup(async () => {
    const step = new Probe()
    step.on('a', () => {
      if (isBroken) throw new StepFailed('The customs office is closed.', { retryable: false })
    })
    app = await bootApp({ plugins: [probePlugin(step)], settings: { LOG_LEVEL: 'silent' } })
    lab = new FlowLab(app, await app.tenant('acme'))
    other = new FlowLab(app, await app.tenant('globex'))
    return () => app.stop()
  })

  const run = async (id: string, status: 'completed' | 'failed') => {
    isBroken = status === 'failed'
    return lab.reached((await lab.start(id)).id, status)
  }
  const failing = (of = lab) =>
    app.ok<Failing[]>('GET', '/api/integrations/workflows/failing', { as: of.tenant.viewer })
  const hours = (of = lab) =>
    app.ok<{ hour: string; runs: number; failed: number; running: number }[]>(
      'GET',
      '/api/flow-executions/hours',
      {
        as: of.tenant.viewer,
      }
    )
  const sum = (rows: { runs: number; failed: number }[]) => [
    rows.reduce((all, { runs }) => all + runs, 0),
    rows.reduce((all, { failed }) => all + failed, 0),
  ]
  const put = (id: string, body: object) =>
    app.ok('PUT', `/api/integrations/workflows/${id}`, { as: lab.tenant.admin, body })
  const began = (runs: Run[], msAgo: number) =>
    inTenant(lab.tenant.id, () =>
      tenantTable('flow_execution_history')
        .whereIn(
          'id',
          runs.map(({ id }) => id)
        )
        .update({ created_at: new Date(Date.now() - msAgo).toISOString() })
    )

  // Red when runs of another tenant, of other hours or older than a day are counted.
  test('are counted by the hour, failed ones separately, for this tenant only', async ({
    assert,
  }) => {
    const id = await lab.workflow({ steps: [probe('a')] })
    const ago = await run(id, 'completed')
    const old = await run(id, 'completed')
    const failed = await run(id, 'failed')
    const more = await run(id, 'completed')
    await began([ago, failed, more], 3 * hourMs)
    await began([old], 26 * hourMs)
    const rows = await hours()
    assert.lengthOf(rows, 24)
    assert.deepEqual(sum(rows), [3, 1])
    const own = rows.find(({ runs }) => runs > 0)!
    assert.equal(own.running, 0)
    const distance = Date.now() - 3 * hourMs - Date.parse(own.hour)
    assert.isTrue(distance >= 0 && distance <= hourMs, own.hour)
    assert.deepEqual(sum(await hours(other)), [0, 0])
    await put(id, { isActive: false })
  })

  // Red when runs of another tenant, started runs, or runs younger than a minute are counted.
  test('wait when no worker has taken them for a minute', async ({ assert }) => {
    const waiting = (of = lab) =>
      app.ok<{ count: number; oldest: string | null }>('GET', '/api/flow-executions/waiting', {
        as: of.tenant.viewer,
      })
    const id = await lab.workflow({ steps: [probe('a')] })
    const runs = [
      await run(id, 'completed'),
      await run(id, 'completed'),
      await run(id, 'completed'),
    ]
    assert.deepEqual(await waiting(), { count: 0, oldest: null })
    await began(runs.slice(0, 2), 61_000)
    await began(runs.slice(2), 30_000)
    assert.deepEqual(await waiting(), { count: 0, oldest: null })
    const setStatus = (status: string) =>
      inTenant(lab.tenant.id, () =>
        tenantTable('flow_execution_history')
          .whereIn(
            'id',
            runs.slice(1).map((one) => one.id)
          )
          .update({ status })
      )
    await setStatus('started')
    const { count, oldest } = await waiting()
    assert.equal(count, 1)
    assert.isAbove(Date.now() - Date.parse(oldest!), 60_000)
    assert.deepEqual(await waiting(other), { count: 0, oldest: null })
    await setStatus('completed')
    await put(id, { isActive: false })
  })

  // Red when a recovered or paused workflow or one of another tenant is shown; or when the reason is missing.
  test('show a workflow as failing until a run completes or a person pauses it', async ({
    assert,
  }) => {
    const id = await lab.workflow({ name: 'Customs', steps: [probe('a')] })
    const first = await run(id, 'failed')
    assert.containSubset(await failing(), [
      { id, name: 'Customs', runs: 1, failed: 1, executionId: first.executionId },
    ])
    assert.match((await failing())[0]!.errorMessage!, /customs office is closed/)
    assert.lengthOf(await failing(other), 0)
    await run(id, 'completed')
    assert.lengthOf(await failing(), 0)
    const last = await run(id, 'failed')
    assert.containSubset(await failing(), [
      { id, runs: 3, failed: 2, executionId: last.executionId },
    ])
    await put(id, { isActive: false })
    assert.lengthOf(await failing(), 0)
  })
})

import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { newId, unscoped } from '@crossdock/kernel/database'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { StepFailed } from '../contracts/index.js'
import { FlowLab, probe } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

test.group('Success rate', (group) => {
  let app: TestApp
  let lab: FlowLab
  let isBroken = false

  group.setup(async () => {
    const step = new Probe()
    step.on('a', () => {
      if (isBroken) throw new StepFailed('The customs office is closed.', { retryable: false })
    })
    app = await bootApp({ plugins: [probePlugin(step)], settings: { LOG_LEVEL: 'silent' } })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const rates = async () => {
    const as = lab.tenant.admin
    const read = (path: string) => app.ok<{ successRate: number }>('GET', path, { as })
    const all = await read('/api/flow-executions/stats')
    const today = await read('/api/integrations/stats')
    return [all.successRate, today.successRate]
  }

  /** Stores more completed runs like this one. */
  const repeat = (id: string, times: number, more: object = {}) =>
    inTenant(lab.tenant.id, async () => {
      const [row] = await tenantTable('flow_execution_history').where('id', id)
      const rows = Array.from({ length: times }, () => {
        const executionId = newId()
        return { ...row, ...more, id: newId(), execution_id: executionId, first_id: null }
      })
      for (let at = 0; at < times; at += 100) {
        const some = rows.slice(at, at + 100)
        await unscoped().insertQuery().table('flow_execution_history').multiInsert(some)
      }
    })

  // Red when percent() rounds to the nearest value.
  test('is not 100 percent when one of many runs failed', async ({ assert }) => {
    const id = await lab.workflow({ steps: [probe('a')] })
    const { id: completed } = await lab.reached((await lab.start(id)).id, 'completed')
    assert.deepEqual(await rates(), [100, 100])
    await repeat(completed, 2_999)
    isBroken = true
    await lab.reached((await lab.start(id)).id, 'failed')
    assert.deepEqual(await rates(), [99.9, 99.9])
  })

  // Red when summary() counts the runs that were created today: "Failed today" counts those that ended today.
  test('of today includes a run that was created yesterday and failed today', async ({
    assert,
  }) => {
    lab = new FlowLab(app, await app.tenant('globex'))
    const id = await lab.workflow({ steps: [probe('a')] })
    isBroken = false
    const { id: completed } = await lab.reached((await lab.start(id)).id, 'completed')
    const dayBefore = new Date(Date.now() - 24 * 3_600_000).toISOString()
    await repeat(completed, 1, { status: 'failed', created_at: dayBefore })
    assert.deepEqual(await rates(), [50, 50])
  })
})

// onBothDatabases: a wait of 40 days does not fit into an integer of PostgreSQL
import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { clock } from '@crossdock/kernel/database'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { FlowLab, probes } from './flow_lab.js'
import { failing, Probe, probePlugin } from './probe.js'

const day = 24 * 3_600_000
const ago = (days: number) => new Date(clock.now() - days * day).toISOString()

test.group('The average duration of runs', (group) => {
  const steps = new Probe()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  // Red when the average contains the time in which a failed run waited for its retry.
  test('leaves out the days in which a run waited', async ({ assert }) => {
    steps.on('breaks', failing(1, false))
    const workflow = await lab.workflow({ name: 'Broken', steps: probes('breaks') })
    const { id } = await lab.reached((await lab.start(workflow)).id, 'failed')
    await inTenant(lab.tenant.id, async () =>
      tenantTable('flow_execution_history')
        .where('id', id)
        .update({ started_at: ago(40), completed_at: ago(39) })
    )
    await lab.act(id, 'retry')
    await lab.reached(id, 'completed')
    const { averageDuration } = await lab.app.ok<{ averageDuration: number }>(
      'GET',
      '/api/flow-executions/stats',
      { as: lab.tenant.viewer }
    )
    assert.approximately(averageDuration / day, 1, 0.1)
  })
})

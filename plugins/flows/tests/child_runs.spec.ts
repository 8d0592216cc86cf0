import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import type { Problem } from '@crossdock/kernel/ground'
import { FlowLab, probe, probes, type Run } from './flow_lab.js'
import { failing, hanging, Probe, probePlugin } from './probe.js'

test.group('Workflows that call workflows', (group) => {
  const steps = new Probe()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const calling = (workflowId: string, config: object = {}) => ({
    id: 'call',
    type: 'call_workflow',
    config: { workflowId, ...config },
  })
  const show = (id: string) =>
    lab.app.ok<Run & { parentId: string | null }>('GET', `/api/flow-executions/${id}`, {
      as: lab.tenant.admin,
    })
  const work = async (flow: string) => {
    const { id } = await lab.start(flow)
    await lab.reached(id, 'completed', 'failed')
    return show(id)
  }

  test('the called workflow gets data, and its last output becomes that of the step', async ({
    assert,
  }) => {
    steps.on('inner', ({ input }) => ({ got: input.data }))
    steps.on('first', () => ({ order: 7 }))
    const inner = await lab.workflow({ name: 'Inner', steps: probes('inner') })
    const data = { order: '{steps.first.order}', text: 'No. {steps.first.order}' }
    const outer = await lab.workflow({
      steps: [...probes('first'), calling(inner, { data }), ...probes('last')],
    })
    const run = await work(outer)
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.deepEqual(run.stepResults[1]!.output, { got: { order: 7, text: 'No. 7' } })
    const [child] = await lab.runsOf(inner)
    assert.containSubset(child, { parentId: run.id, triggerType: 'workflow', status: 'completed' })
    const filter = encodeURIComponent(JSON.stringify({ parentId: run.id }))
    const children = await lab.app.ok<Run[]>('GET', `/api/flow-executions?filter=${filter}`, {
      as: lab.tenant.viewer,
    })
    assert.deepEqual(
      children.map(({ id }) => id),
      [child!.id]
    )
  })

  test('its failure becomes that of the step, and a retry calls it again', async ({ assert }) => {
    steps.on('weak', failing(1, false))
    const inner = await lab.workflow({ name: 'Weak', steps: probes('weak') })
    const outer = await lab.workflow({ steps: [calling(inner)] })
    const run = await work(outer)
    assert.equal(run.status, 'failed')
    assert.match(
      run.errorMessage!,
      /Workflow Weak \(run \w{8}\): Step 1 \(Probe\): No luck at try 1/
    )
    assert.equal(run.stepResults[0]!.attempts, 1)
    steps.on('weak', () => ({ fine: true }))
    await lab.act(run.id, 'retry')
    const again = await lab.reached(run.id, 'completed', 'failed')
    assert.equal(again.status, 'completed', again.errorMessage ?? '')
    assert.lengthOf(await lab.runsOf(inner), 2)
  })

  test('without waiting the run continues immediately', async ({ assert }) => {
    const one = hanging()
    steps.on('slow', one.behavior)
    const inner = await lab.workflow({ steps: probes('slow') })
    const run = await work(await lab.workflow({ steps: [calling(inner, { wait: false })] }))
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    const [child] = await lab.runsOf(inner)
    assert.deepEqual(run.stepResults[0]!.output, { runId: child!.id })
    await one.begun
    await lab.act(child!.id, 'cancel')
  })

  // Red when cancelling does not cancel the child runs.
  test('cancelling the run cancels its child runs, and theirs', async ({ assert }) => {
    const one = hanging()
    steps.on('deep', one.behavior)
    const inner = await lab.workflow({ steps: probes('deep') })
    const middle = await lab.workflow({ steps: [calling(inner)] })
    const { id } = await lab.start(await lab.workflow({ steps: [calling(middle)] }))
    await one.begun
    await lab.act(id, 'cancel')
    await one.stopped
    for (const flow of [middle, inner]) {
      const [child] = await lab.runsOf(flow)
      assert.equal(child!.status, 'cancelled')
    }
    await until('no job to be left', async () => (await lab.jobsLeft()) === 0)
    assert.equal((await lab.show(id)).status, 'cancelled')
  })

  test('a cancelled, paused or deleted workflow fails the step with a message', async ({
    assert,
  }) => {
    const one = hanging()
    steps.on('stopped', one.behavior)
    const inner = await lab.workflow({ name: 'Stopped', steps: probes('stopped') })
    const outer = await lab.workflow({ steps: [calling(inner)] })
    const { id } = await lab.start(outer)
    await one.begun
    const [child] = await lab.runsOf(inner)
    await lab.act(child!.id, 'cancel')
    await lab.reached(id, 'failed')
    assert.match((await show(id)).errorMessage!, /Workflow Stopped .*It was cancelled\./)
    const path = `/api/integrations/workflows/${inner}`
    const as = lab.tenant.admin
    await lab.app.ok('PUT', path, { as, body: { isActive: false } })
    assert.match((await work(outer)).errorMessage!, /is paused/)
    await lab.app.call('DELETE', path, { as })
    assert.match((await work(outer)).errorMessage!, /There is no workflow/)
  })

  // Red when the depth is not counted.
  test('a workflow that calls itself stops with a message', async ({ assert }) => {
    const flow = await lab.workflow({ steps: probes('before') })
    await lab.app.ok('PUT', `/api/integrations/workflows/${flow}`, {
      as: lab.tenant.admin,
      body: { steps: [calling(flow)] },
    })
    const run = await work(flow)
    assert.equal(run.status, 'failed')
    assert.match(run.errorMessage!, /at most 10 deep/)
    assert.lengthOf(await lab.runsOf(flow), 11)
  })

  test('an unknown workflow is refused when it is saved', async ({ assert }) => {
    for (const [config, sentence] of [
      [{ workflowId: 'missing' }, /no workflow with the id "missing"/],
      [{}, /Choose the workflow/],
    ] as const) {
      const { status, body } = await lab.app.call<Problem>('POST', '/api/integrations/workflows', {
        as: lab.tenant.admin,
        body: {
          name: 'Wrong',
          triggerType: 'manual',
          steps: [{ type: 'call_workflow', config }, probe('after')],
        },
      })
      assert.equal(status, 422, JSON.stringify(body))
      assert.match(body.message, sentence)
    }
  })
})

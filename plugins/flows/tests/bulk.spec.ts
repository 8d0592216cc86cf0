import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { FlowLab, probes } from './flow_lab.js'
import { failing, Probe, probePlugin } from './probe.js'

interface Bulk {
  id: string | null
  total: number
  done: number
  refused: number
  firstRefusal: string | null
  completedAt: string | null
}

test.group('many runs at once', (group) => {
  const steps = new Probe()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const ask = (body: object, as = lab.tenant.editor) =>
    lab.app.call<Bulk & { code: string }>('POST', '/api/flow-executions/bulk', { as, body })
  const over = (id: string) =>
    until('the bulk action to be over', async () => {
      const path = `/api/flow-executions/bulk/${id}`
      const bulk = await lab.app.ok<Bulk>('GET', path, { as: lab.tenant.viewer })
      return bulk.completedAt && bulk
    })

  // Red when startBulk() does not check the confirmed number, or applies the action to runs of other
  // statuses.
  test('are counted first, and retried after confirmation', async ({ assert }) => {
    steps.on('bulk', failing(1, false))
    const flow = await lab.workflow({ name: 'Bulk', steps: probes('bulk') })
    const other = await lab.workflow({ name: 'Whole', steps: probes('whole') })
    const runs = [await lab.start(flow), await lab.start(flow), await lab.start(flow)]
    for (const { id } of runs) await lab.reached(id, 'failed')
    await lab.reached((await lab.start(other)).id, 'completed')
    const counted = await ask({ action: 'retry', filter: {} })
    assert.equal(counted.status, 200)
    assert.containSubset(counted.body, { id: null, total: 3, done: 0 })
    const wrong = await ask({ action: 'retry', filter: {}, confirm: 4 })
    assert.equal(wrong.status, 409)
    assert.equal((await ask({ action: 'retry', filter: { status: 'completed' } })).body.total, 0)
    const { status, body } = await ask({ action: 'retry', filter: { flowId: flow }, confirm: 3 })
    assert.equal(status, 200)
    assert.containSubset(await over(body.id!), { total: 3, done: 3, refused: 0 })
    for (const { id } of runs) await lab.reached(id, 'completed')
  })

  test('are replayed once each; refusals are counted with the first reason', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Again', steps: probes('again') })
    const former = [await lab.start(flow), await lab.start(flow)]
    for (const { id } of former) await lab.reached(id, 'completed')
    const { body } = await ask({ action: 'replay', filter: { flowId: flow }, confirm: 2 })
    assert.containSubset(await over(body.id!), { done: 2, refused: 0 })
    assert.lengthOf(await lab.runsOf(flow), 4)
    await until('all of them to end', async () => {
      return (await lab.runsOf(flow)).every(({ status }) => status === 'completed')
    })
    await lab.app.ok('PUT', `/api/integrations/workflows/${flow}`, {
      as: lab.tenant.admin,
      body: { isActive: false },
    })
    const refused = await ask({ action: 'replay', filter: { flowId: flow }, confirm: 4 })
    assert.containSubset(await over(refused.body.id!), {
      done: 0,
      refused: 4,
      firstRefusal: 'Workflow Again is paused. Activate it first.',
    })
  })

  test('need the permission to run, in the same organization, and filters of the list', async ({
    assert,
  }) => {
    const body = { action: 'cancel', filter: {} }
    assert.equal((await ask(body, lab.tenant.viewer)).status, 403)
    assert.equal((await ask({ action: 'cancel', filter: { color: 'red' } })).status, 400)
    assert.equal((await ask({ action: 'delete', filter: {} })).status, 422)
    const other = await lab.app.tenant('umbrella')
    assert.equal((await ask(body, other.editor)).body.total, 0)
    const path = '/api/flow-executions/bulk/none'
    assert.equal((await lab.app.call('GET', path, { as: other.viewer })).status, 404)
  })
})

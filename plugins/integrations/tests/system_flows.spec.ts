import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { Probe, probePlugin } from '../../flows/tests/probe.js'
import { addEndpoint, connect } from './fixtures.js'
import { HookLab } from './hook_lab.js'

interface ShownFlow {
  id: string
  triggerSystemId: string
  triggerEventType: string
  validationRules: object[]
  flowSteps: { id: string }[]
  isActive: boolean
  [field: string]: unknown
}

interface Run {
  executionId: string
  flowId: string
  status: string
  triggerType: string
}

interface ShownEvent {
  eventType: string
  payload: Record<string, unknown>
}

const path = '/api/system-flows'

test.group('system flows', (group) => {
  const steps = new Probe()
  let app: TestApp
  let lab: HookLab
  let systemId: string

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new HookLab(app, await app.tenant('acme'))
    systemId = (await connect(app, lab.tenant.admin)).id
    return () => app.stop()
  })

  const as = () => lab.tenant.admin
  const add = (part: object = {}) =>
    app.ok<ShownFlow>('POST', path, {
      as: as(),
      body: {
        name: 'On an order',
        triggerSystemId: systemId,
        triggerEventType: 'webhook_received',
        flowSteps: [{ id: 'look', type: 'probe', config: {} }],
        ...part,
      },
    })
  const runsOf = (flowId: string) =>
    app.ok<Run[]>('GET', `/api/flow-executions?flowId=${flowId}`, { as: as() })
  const events = (eventType: string) =>
    app.ok<ShownEvent[]>('GET', `/api/events?eventType=${eventType}`, { as: as() })

  test('are created, listed by system, changed, paused and deleted', async ({ assert }) => {
    const validationRules = [{ value: 'event.payload.status', operator: 'equals', other: '202' }]
    const flow = await add({ name: 'Kept', description: 'All events', validationRules })
    assert.containSubset(flow, {
      name: 'Kept',
      description: 'All events',
      triggerSystemId: systemId,
      validationRules,
      triggerEventType: 'webhook_received',
      isActive: true,
      version: 1,
      tenantId: lab.tenant.id,
      flowSteps: [{ id: 'look', type: 'probe' }],
    })
    const filter = (part: object) =>
      app.ok<ShownFlow[]>('GET', `${path}?filter=${encodeURIComponent(JSON.stringify(part))}`, {
        as: as(),
      })
    assert.lengthOf(await filter({ triggerSystemId: systemId }), 1)
    assert.lengthOf(await filter({ triggerEventType: 'call_failed' }), 0)
    const change = (body: object) =>
      app.ok<ShownFlow>('PUT', `${path}/${flow.id}`, { as: as(), body })
    assert.containSubset(await change({ isActive: false }), { isActive: false, version: 1 })
    const moved = await change({ triggerEventType: 'call_failed' })
    assert.containSubset(moved, { triggerEventType: 'call_failed', validationRules, version: 2 })
    assert.lengthOf(await filter({ triggerEventType: 'call_failed' }), 1)
    // The flow is also a workflow with the same id, including versions and drafts.
    const workflow = await app.ok<{ triggerType: string }>(
      'GET',
      `/api/integrations/workflows/${flow.id}`,
      { as: as() }
    )
    assert.equal(workflow.triggerType, 'system_event')
    await app.ok('DELETE', `${path}/${flow.id}`, { as: as() })
    assert.equal((await app.call('GET', `${path}/${flow.id}`, { as: as() })).status, 404)
    const manual = await lab.workflow({ triggerType: 'manual' })
    assert.equal((await app.call('GET', `${path}/${manual.id}`, { as: as() })).status, 404)
  })

  test('are refused with a message at the wrong field', async ({ assert }) => {
    const wrong = async (part: object) => {
      const { status, body } = await app.call<{ errors: { field: string }[] }>('POST', path, {
        as: as(),
        body: {
          name: 'Wrong',
          triggerSystemId: systemId,
          triggerEventType: 'webhook_received',
          ...part,
        },
      })
      assert.equal(status, 422)
      return body.errors.map(({ field }) => field)
    }
    const unknownId = '00000000-0000-4000-8000-000000000000'
    assert.deepEqual(await wrong({ triggerSystemId: unknownId }), ['triggerSystemId'])
    assert.deepEqual(await wrong({ triggerEventType: 'file_upload' }), ['triggerEventType'])
    const rule = { value: 'file.name', operator: 'equals', other: 'x' }
    assert.deepEqual(await wrong({ validationRules: [rule] }), ['validationRules.0.value'])
    const lacking = { value: 'event.payload.status', operator: 'equals' }
    assert.deepEqual(await wrong({ validationRules: [lacking] }), ['validationRules.0.other'])
    assert.deepEqual(await wrong({ flowSteps: [{ type: 'nothing' }] }), ['flowSteps.0.type'])
    // A system of another tenant.
    const others = await app.tenant('globex')
    const foreign = await connect(app, others.admin)
    assert.deepEqual(await wrong({ triggerSystemId: foreign.id }), ['triggerSystemId'])
  })

  test('run when a request to an endpoint of the system meets their rules', async ({ assert }) => {
    const endpoint = await addEndpoint(app, as(), systemId, {
      name: 'Order came',
      endpointType: 'inbound',
      triggers: ['webhook'],
    })
    const url = String(endpoint.webhookUrl)
    const flow = await add({
      name: 'Large orders',
      validationRules: [
        { value: 'trigger.body.state', operator: 'equals', other: 'paid' },
        { value: 'trigger.body.total', operator: 'greater', other: '100' },
      ],
    })
    steps.on('look', ({ input }) => ({ data: input.data, event: input.event }))
    const sent = await lab.send(url, { body: { state: 'paid', total: 250 } })
    assert.equal(sent.status, 202)
    const [run] = await until('the run', async () => {
      const runs = await runsOf(flow.id)
      return runs[0]?.status === 'completed' && runs
    })
    assert.equal(run!.triggerType, 'system_event')
    const ended = await lab.ended(run!.executionId)
    const output = ended.stepResults[0]!.output as {
      data: { body: object; requestId: string }
      event: { payload: { systemId: string } }
    }
    assert.deepEqual(output.data.body, { state: 'paid', total: 250 })
    assert.equal(output.data.requestId, sent.body.requestId)
    assert.equal(output.event.payload.systemId, systemId)

    await lab.send(url, { body: { state: 'paid', total: 5 } })
    const [refused] = await until('the refusal', async () => {
      const found = await events('system_flow_refused')
      return found.length > 0 && found
    })
    assert.containSubset(refused!.payload, {
      name: 'Large orders',
      eventType: 'webhook_received',
      rule: 2,
      value: 'trigger.body.total',
      operator: 'greater',
      other: '100',
    })
    assert.lengthOf(await runsOf(flow.id), 1)

    // Requests to another system, or while the flows are paused, start nothing.
    const other = await connect(app, as(), { name: 'Other shop' })
    const elsewhere = await addEndpoint(app, as(), other.id, {
      name: 'Elsewhere',
      endpointType: 'inbound',
      triggers: ['webhook'],
    })
    const body = { state: 'paid', total: 300 }
    assert.equal((await lab.send(String(elsewhere.webhookUrl), { body })).status, 409)
    await app.ok('PUT', `${path}/${flow.id}`, { as: as(), body: { isActive: false } })
    assert.equal((await lab.send(url, { body })).status, 409)
  })

  // Red when the permission of the person who saved the flow is not checked again.
  test('start nothing when their author may no longer read the events', async ({ assert }) => {
    const role = async (name: string, ...permissions: string[]) =>
      (
        await app.ok<{ key: string }>('POST', '/api/roles', {
          as: as(),
          body: { name, permissions },
        })
      ).key
    const people = await app.ok<{ id: string; email: string }[]>('GET', '/api/users', { as: as() })
    const { id } = people.find(({ email }) => email.startsWith('editor@'))!
    const become = (role: string) => app.ok('PUT', `/api/users/${id}`, { as: as(), body: { role } })
    const flows = ['flows.read', 'flows.write'] as const
    await become(await role('Reader', ...flows, 'integrations.read'))
    const { id: shop } = await connect(app, as(), { name: 'Shop of another' })
    const endpoint = await addEndpoint(app, as(), shop, {
      name: 'Refused',
      endpointType: 'inbound',
      triggers: ['webhook'],
    })
    const flow = await app.ok<ShownFlow>('POST', path, {
      as: lab.tenant.editor,
      body: { name: 'Curious', triggerSystemId: shop, triggerEventType: 'webhook_received' },
    })
    await become(await role('Blind', ...flows))
    assert.equal((await lab.send(String(endpoint.webhookUrl), { body: { a: 1 } })).status, 202)
    const found = await until('the refusal', async () =>
      (await events('system_flow_refused')).find(({ payload }) => payload.name === 'Curious')
    )
    assert.equal(found.payload.rule, 0)
    assert.isEmpty(await runsOf(flow.id))
  })

  test('prevent the deletion of their system, and say so', async ({ assert }) => {
    const system = await connect(app, as(), { name: 'Held' })
    const flow = await add({ name: 'Holds it', triggerSystemId: system.id })
    const gone = () =>
      app.call<{ detail: string }>('DELETE', `/api/integrations/systems/${system.id}`, {
        as: as(),
      })
    const { status, body } = await gone()
    assert.equal(status, 409)
    assert.include(body.detail, 'Holds it')
    await app.ok('DELETE', `${path}/${flow.id}`, { as: as() })
    assert.equal((await gone()).status, 204)
  })

  test('start when a call to their system fails, not when another one does', async ({ assert }) => {
    // No server listens there.
    const broken = { baseUrl: 'http://127.0.0.1:9', authType: 'none', systemType: 'api' }
    const system = await connect(app, as(), { name: 'Broken', ...broken })
    const other = await connect(app, as(), { name: 'Other broken', ...broken })
    const flow = await add({
      name: 'Tell',
      triggerSystemId: system.id,
      triggerEventType: 'call_failed',
    })
    for (const { id } of [other, system]) {
      const endpoint = await addEndpoint(app, as(), id)
      const caller = await lab.workflow({
        name: 'Calls',
        triggerType: 'manual',
        steps: [{ type: 'api_call', systemId: id, endpointId: endpoint.id, config: {} }],
      })
      const run = await app.ok<Run>('POST', `/api/integrations/workflows/${caller.id}/execute`, {
        as: as(),
        body: {},
      })
      await lab.ended(run.executionId)
    }
    const runs = await until('the run', async () => {
      const found = await runsOf(flow.id)
      return found[0]?.status === 'completed' && found
    })
    assert.lengthOf(runs, 1)
    const found = await events('call_failed')
    assert.isNotEmpty(found)
    for (const { payload } of found) assert.equal(payload.name, 'Broken')
  })
})

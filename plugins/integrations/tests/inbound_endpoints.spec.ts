import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { Probe, probePlugin } from '../../flows/tests/probe.js'
import { addEndpoint, connect } from './fixtures.js'
import { HookLab } from './hook_lab.js'

interface Tried {
  success: boolean
  statusCode: number
  message: string
  requestData: Record<string, unknown>
  responseData: { body: unknown; request: { outcome: string; executionId: string | null } }
}

const schema = {
  headers: { 'X-Shop': 'north' },
  queryParams: { page: '1' },
  body: {
    type: 'object',
    required: ['order'],
    properties: {
      order: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer', minimum: 1 }, state: { enum: ['new', 'paid'] } },
      },
    },
  },
}

test.group('inbound endpoints', (group) => {
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

  const add = (part: object = {}) =>
    addEndpoint(app, lab.tenant.admin, systemId, {
      name: 'Order came',
      endpointType: 'inbound',
      triggers: ['webhook'],
      requestSchema: schema,
      ...part,
    })
  const tryOut = (id: string, params = {}) =>
    app.ok<Tried>('POST', `/api/integrations/endpoints/${id}/test`, {
      as: lab.tenant.admin,
      body: { params },
    })

  test('start the workflows that name them, with the mapped fields', async ({ assert }) => {
    const endpoint = await add({
      fieldMapping: {
        fileMetadata: { 'order.number': 'order.id' },
        userMetadata: { shop: 'headers.x-shop' },
        systemFields: { page: 'query.page' },
      },
    })
    const url = `${endpoint.webhookUrl as string}?page=1`
    const send = (body: unknown) => lab.send(url, { body, headers: { 'x-shop': 'north' } })
    const order = { order: { id: 7, state: 'paid' } }
    assert.equal((await send(order)).status, 409)
    // Red when the sample does not match the schema, or an unused address claims to start workflows.
    assert.deepInclude(await lab.webhookOf({ endpointId: endpoint.id }), {
      starts: [],
      method: 'POST',
      sampleBody: { order: { id: 1, state: 'new' } },
    })
    steps.on('one', ({ input }) => input.data as object)
    const flows = await Promise.all(
      ['one', 'two'].map((id) =>
        lab.workflow({
          name: `Flow ${id}`,
          triggerConfig: { endpointId: endpoint.id },
          steps: [{ id, type: 'probe', config: {} }],
        })
      )
    )
    assert.deepEqual((await lab.webhookOf({ endpointId: endpoint.id })).starts, [
      'Flow one',
      'Flow two',
    ])
    assert.deepEqual((await lab.webhookOf({ workflowId: flows[1]!.id })).starts, ['Flow two'])
    const taken = await send(order)
    assert.equal(taken.status, 202)
    assert.lengthOf(taken.body.executionIds, 2)
    const ended = await Promise.all(taken.body.executionIds.map((id) => lab.ended(id)))
    const read = ended.map(({ stepResults }) => stepResults[0]!.output as { fields?: object })
    const { fields } = read.find((one) => 'fields' in one)!
    assert.equal(
      JSON.stringify(fields),
      JSON.stringify({ order: { number: 7 }, shop: 'north', page: '1' })
    )
    // If one workflow is paused, the other one starts. If both are paused, the request is only stored.
    await lab.change(flows[0]!.id, { isActive: false })
    assert.lengthOf((await send(order)).body.executionIds, 1)
    await lab.change(flows[1]!.id, { isActive: false })
    assert.equal((await send(order)).status, 409)
    const outcomes = (await lab.requests({ endpointId: endpoint.id })).map(({ outcome }) => outcome)
    assert.deepEqual(outcomes, ['paused', 'accepted', 'accepted', 'no_workflow'])
  })

  test('refuse requests that do not match their schema, and log them', async ({ assert }) => {
    const endpoint = await add()
    await lab.workflow({ name: 'Checked', triggerConfig: { endpointId: endpoint.id } })
    const url = endpoint.webhookUrl as string
    const send = (path: string, body: unknown, headers = {}) =>
      lab.send<{ message: string }>(`${url}${path}`, { body, headers })
    const shop = { 'x-shop': 'north' }
    const wrong: [unknown, RegExp][] = [
      [{}, /body\.order is missing/],
      [{ order: { id: 'x' } }, /body\.order\.id must be integer/],
      [{ order: { id: 0 } }, /body\.order\.id must be at least 1/],
      [{ order: { id: 1, state: 'lost' } }, /body\.order\.state must be one of/],
      [[], /body must be object/],
    ]
    for (const [body, says] of wrong) {
      const refused = await send('?page=1', body, shop)
      assert.equal(refused.status, 422)
      assert.match(refused.body.message, says)
    }
    assert.match((await send('?page=1', { order: { id: 1 } })).body.message, /headers\.X-Shop/)
    assert.match((await send('', { order: { id: 1 } }, shop)).body.message, /query\.page/)
    const other = await lab.send(`${url}?page=1`, { method: 'GET', headers: shop })
    assert.equal(other.status, 405)
    assert.equal(other.headers.get('allow'), 'POST')
    const rows = await lab.requests({ endpointId: endpoint.id })
    assert.lengthOf(rows, 8)
    assert.equal((await send('?page=1', { order: { id: 1 } }, shop)).status, 202)
  })

  test('a test sends a signed sample to the real address', async ({ assert }) => {
    const endpoint = await add({ name: 'Tried' })
    const webhook = await lab.webhookOf({ endpointId: endpoint.id })
    await lab.setUp(webhook.id, {
      verification: 'standard',
      verificationConfig: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    })
    const alone = await tryOut(endpoint.id)
    assert.containSubset(alone, { success: false, statusCode: 409 })
    assert.match(alone.message, /No workflow is started/)
    await lab.workflow({ name: 'Tested', triggerConfig: { endpointId: endpoint.id } })
    const tried = await tryOut(endpoint.id)
    assert.containSubset(tried, { success: true, statusCode: 202 })
    assert.equal(tried.responseData.request.outcome, 'accepted')
    assert.isString(tried.responseData.request.executionId)
    const wrong = await tryOut(endpoint.id, { order: 'none' })
    assert.containSubset(wrong, { success: false, statusCode: 422 })
  })

  test('the schema must be supported, and outbound ones have no address', async ({ assert }) => {
    const path = `/api/integrations/systems/${systemId}/endpoints`
    const body = {
      name: 'Wrong',
      path: '/x',
      method: 'POST',
      endpointType: 'inbound',
      triggers: [],
      requestSchema: { body: { type: 'object', patternProperties: {} } },
    }
    const refused = await app.call('POST', path, { as: lab.tenant.admin, body })
    assert.equal(refused.status, 422)
    assert.include(JSON.stringify(refused.body), 'patternProperties')
    const outbound = await add({ name: 'Out', endpointType: 'outbound', requestSchema: {} })
    assert.isNull(outbound.webhookUrl)
    const changed = await app.ok<{ webhookUrl: string }>(
      'PUT',
      `/api/integrations/endpoints/${outbound.id}`,
      { as: lab.tenant.admin, body: { endpointType: 'inbound' } }
    )
    assert.isString(changed.webhookUrl)
    const flow = await app.call('POST', '/api/integrations/workflows', {
      as: lab.tenant.admin,
      body: {
        name: 'Names nothing',
        triggerType: 'webhook',
        triggerConfig: { endpointId: systemId },
      },
    })
    assert.equal(flow.status, 422)
  })

  // Red when only the names of keywords are checked.
  test('a schema keyword with a wrong value is refused on save', async ({ assert }) => {
    const endpoint = await add({ name: 'Kept', requestSchema: {} })
    const wrong: [unknown, RegExp][] = [
      [{ minLength: 'x' }, /"minLength" must be a whole number/],
      [{ required: 5 }, /"required" must be a list of names/],
      [{ required: ['id'] }, /without a type/],
      [{ type: 'object', required: 'id' }, /"required" must be a list of names/],
      [{ type: 'text', properties: {} }, /"type" must be one of/],
      [{ type: 'object', properties: { id: 5 } }, /"properties" must be an object with a schema/],
      [
        { type: 'object', additionalProperties: {} },
        /"additionalProperties" must be true or false/,
      ],
      [{ type: 'array', items: [] }, /"items" must be a schema/],
      [{ type: 'array', minItems: -1 }, /"minItems" must be a whole number/],
      [{ type: 'object', properties: { n: { enum: 5 } } }, /properties\.n\.enum/],
      [{ type: 'number', maximum: '5' }, /"maximum" must be a number/],
    ]
    const path = `/api/integrations/endpoints/${endpoint.id}`
    const save = (body: unknown) =>
      app.call('PUT', path, { as: lab.tenant.admin, body: { requestSchema: { body } } })
    for (const [body, says] of wrong) {
      const refused = await save(body)
      assert.equal(refused.status, 422, JSON.stringify(body))
      assert.match(JSON.stringify(refused.body).replaceAll('\\"', '"'), says)
    }
    for (const body of [
      { required: true, id: 1 },
      { type: 'object', required: [] },
    ]) {
      assert.equal((await save(body)).status, 200, JSON.stringify(body))
    }
  })

  test('a call may use values of the request', async ({ assert }) => {
    steps.on('say', ({ input }) => input.data as object)
    const flow = await lab.workflow({
      name: 'Chosen',
      steps: [
        {
          id: 'check',
          type: 'condition',
          config: { value: 'trigger.body.kind', operator: 'equals', other: 'express' },
          branches: { yes: [{ id: 'say', type: 'probe', config: {} }], no: [] },
        },
      ],
    })
    const taken = await lab.send(flow.triggerConfig.webhookUrl!, { body: { kind: 'express' } })
    const run = await lab.ended(taken.body.executionId!)
    assert.containSubset(run.stepResults, [{ path: 'check.yes.say', status: 'completed' }])
  })

  test('the address of a webhook system is https', async ({ assert }) => {
    const create = (baseUrl: string) =>
      app.call('POST', '/api/integrations/systems', {
        as: lab.tenant.admin,
        body: {
          name: 'Receiver',
          systemType: 'webhook',
          authType: 'bearer',
          baseUrl,
          capabilities: ['receive'],
        },
      })
    assert.equal((await create('http://partner.example/in')).status, 422)
    assert.equal((await create('http://8.8.8.8/in')).status, 422)
    for (const url of ['https://partner.example/in', 'http://localhost:9/in', 'http://10.1.2.3']) {
      assert.equal((await create(url)).status, 201, url)
    }
  })
})

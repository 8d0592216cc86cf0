import { test } from '@japa/runner'
import { until, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { addEnvironment } from '../../../backend/tests/matrix/environments.js'
import { addEndpoint, connect, makeFolder } from './fixtures.js'
import { HookLab } from './hook_lab.js'
import type { Partner } from './partner.js'
import { withPartner } from './with_partner.js'

interface Traced {
  type: string
  id: string | null
  cause: number | null
  depth: number
  name: string | null
  detail: string | null
  status: string | null
  statusCode: number | null
  attempt: number | null
  isHidden: boolean
}

interface Trace {
  chosen: number | null
  isCut: boolean
  objects: Traced[]
}

test.group('The trace', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let folder: string
  let asset: string
  let run: { id: string; executionId: string }

  group.setup(async () => {
    const made = await withPartner()
    ;({ app, acme, partner } = made)
    const as = acme.admin
    const system = await connect(app, as, {
      baseUrl: partner.url,
      authConfig: { accessToken: 't0ken-s3cr3t' },
    })
    const endpoint = await addEndpoint(app, as, system.id)
    folder = await makeFolder(app, as, 'Inbox')
    await app.ok('POST', '/api/integrations/workflows', {
      as,
      body: {
        name: 'Announce invoices',
        triggerType: 'file_event',
        triggerConfig: { eventTypes: ['file_upload'] },
        steps: [
          {
            id: 'send',
            name: 'Send invoice',
            type: 'api_call',
            systemId: system.id,
            endpointId: endpoint.id,
            config: {},
          },
        ],
      },
    })
    partner.answers((_, response) => {
      const first = partner.received.length === 1
      response.writeHead(first ? 503 : 200, { 'Retry-After': '0' })
      response.end('{"token":"t0ken-s3cr3t"}')
    })
    const form = new FormData()
    form.set('parentId', folder)
    form.set('file', new Blob(['<invoice/>']), 'invoice-1186.xml')
    asset = (await app.ok<{ id: string }>('POST', '/api/assets', { as, body: form })).id
    run = await until('the run', async () => {
      const path = '/api/flow-executions?status=completed'
      return (await app.ok<(typeof run)[]>('GET', path, { as }))[0]
    })
    return made.stop
  })

  const trace = (type: string, id: string, as: Caller = acme.admin) =>
    app.ok<Trace>('GET', `/api/trace/${type}/${id}`, { as })
  const statusOf = async (type: string, id: string, as: Caller = acme.admin) =>
    (await app.call('GET', `/api/trace/${type}/${id}`, { as })).status
  const chainOf = ({ objects }: Trace, from: Traced): string[] =>
    from.cause === null
      ? [from.type]
      : [...chainOf({ objects } as Trace, objects[from.cause]!), from.type]

  test('leads from the file by event, run and step to each call', async ({ assert }) => {
    const whole = await trace('asset', asset)
    const { objects } = whole
    assert.containSubset(objects[whole.chosen!], { type: 'asset', name: 'invoice-1186.xml' })
    const calls = objects.filter(({ type }) => type === 'call')
    assert.containSubset(calls, [
      { attempt: 1, statusCode: 503, depth: 2 },
      { attempt: 2, statusCode: 200, status: 'success', detail: 'Northwind ERP', depth: 2 },
    ])
    assert.deepEqual(chainOf(whole, calls[1]!), ['asset', 'event', 'execution', 'step', 'call'])
    const step = objects.find(({ type }) => type === 'step')
    assert.containSubset(step, { name: 'Send invoice', detail: 'api_call', status: 'completed' })
    assert.isFalse(whole.isCut)
    assert.notInclude(JSON.stringify(whole), 't0ken-s3cr3t')
    // Every object of the chain leads to the same chain.
    const event = objects.find(({ detail }) => detail === 'file_upload')!
    for (const [type, id] of [
      ['event', event.id!],
      ['execution', run.id],
      ['execution', run.executionId],
      ['call', calls[1]!.id!],
    ] as const) {
      const same = await trace(type, id)
      assert.equal(same.objects[same.chosen!]!.type, type)
      const found = same.objects.find(({ id }) => id === calls[1]!.id)!
      assert.deepEqual(chainOf(same, found), ['asset', 'event', 'execution', 'step', 'call'])
    }
  })

  // Red when objects are shown regardless of the caller's permissions.
  test('hides objects that the caller may not read, including their ids', async ({ assert }) => {
    const { objects } = await trace('execution', run.id)
    const calls = objects.filter(({ type }) => type === 'call')
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'Runs only', scopes: ['activity.read', 'flows.read'] },
    })
    const as = { headers: { authorization: `Bearer ${token}` } }
    const seen = await trace('execution', run.id, as)
    const hidden = seen.objects.filter(({ type }) => type === 'call')
    assert.lengthOf(hidden, calls.length)
    const said = { id: null, name: null, detail: null, status: null, isHidden: true }
    for (const one of hidden) assert.containSubset(one, { ...said, statusCode: null })
    assert.notInclude(JSON.stringify(seen), calls[0]!.id!)
    assert.notInclude(JSON.stringify(seen), 'invoice-1186')
    assert.equal(await statusOf('call', calls[0]!.id!, as), 403)
  })

  test('covers one organization, and known types', async ({ assert }) => {
    const globex = await app.tenant('globex')
    const { objects } = await trace('execution', run.id)
    for (const { type, id } of objects) {
      if (type !== 'step') assert.equal(await statusOf(type, id!, globex.admin), 404, type)
    }
    assert.equal(await statusOf('step', 'x'), 404)
    assert.equal(await statusOf('nothing', run.id), 404)
    assert.equal(await statusOf('execution', 'unknown'), 404)
  })

  // Red when the chain is read without the environment.
  test('covers one environment', async ({ assert }) => {
    await addEnvironment(acme.id, 'development')
    const as = { headers: { ...acme.admin.headers, 'x-environment': 'development' } }
    const { id } = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as,
      body: { name: 'Elsewhere', triggerType: 'manual' },
    })
    const begun = await app.ok<{ id: string }>(
      'POST',
      `/api/integrations/workflows/${id}/execute`,
      {
        as,
        body: {},
      }
    )
    const event = await until('the run to begin', async () => {
      const events = await app.ok<{ id: string; targetId: string }[]>(
        'GET',
        '/api/events?eventType=flow_started',
        { as: acme.admin }
      )
      return events.find(({ targetId }) => targetId === begun.id)
    })
    assert.equal(await statusOf('execution', begun.id, as), 200)
    assert.equal(await statusOf('event', event.id, as), 200)
    assert.equal(await statusOf('execution', begun.id), 404)
    assert.equal(await statusOf('event', event.id), 404)
  })

  test('begins with the request if a webhook started it', async ({ assert }) => {
    const lab = new HookLab(app, acme)
    const flow = await lab.workflow({ name: 'By a call' })
    const { body } = await lab.send(flow.triggerConfig.webhookUrl!, { body: { a: 1 } })
    await lab.ended(body.executionId!)
    const whole = await trace('webhook_request', body.requestId)
    const begun = whole.objects.find(({ type }) => type === 'execution')!
    assert.equal(whole.objects[whole.chosen!]!.type, 'webhook_request')
    assert.deepEqual(chainOf(whole, begun), ['webhook_request', 'event', 'execution'])
  })

  // Red when access to the file's folder is not checked.
  test('hides objects about a file in a closed folder', async ({ assert }) => {
    await app.ok('PUT', `/api/assets/${folder}/permissions`, {
      as: acme.admin,
      body: { everyone: 'none', grants: [] },
    })
    assert.equal(await statusOf('asset', asset, acme.editor), 404)
    const seen = await trace('execution', run.id, acme.editor)
    for (const one of seen.objects) {
      if (['asset', 'call', 'execution', 'step'].includes(one.type)) {
        assert.isTrue(one.isHidden, one.type)
      }
    }
    const text = JSON.stringify(seen)
    assert.notInclude(text, 'invoice-1186')
    assert.notInclude(text, asset)
  })
})

import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { addEndpoint, connect, type ShownLog } from './fixtures.js'
import { Partner } from './partner.js'

interface Execution {
  executionId: string
  status: string
  stepResults: {
    status: string
    attempts: number
    output: Record<string, unknown>
    outputHidden: boolean
  }[]
}

test.group('A workflow that calls a system', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start()
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  test('an upload reaches the partner, through a failure, with one row per try', async ({
    assert,
  }) => {
    const as = acme.admin
    const system = await connect(app, as, {
      baseUrl: partner.url,
      authConfig: { accessToken: 't0ken-s3cr3t' },
    })
    const endpoint = await addEndpoint(app, as, system.id, {
      responseSchema: { expectedStatus: [201] },
      fieldMapping: {
        fileMetadata: { title: 'name' },
        userMetadata: { sender: 'email' },
        systemFields: { event: 'eventType' },
      },
    })
    const workflow = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as,
      body: {
        name: 'Announce arrivals',
        triggerType: 'file_event',
        triggerConfig: { eventTypes: ['file_upload'] },
        steps: [
          {
            id: 'announce',
            type: 'api_call',
            systemId: system.id,
            endpointId: endpoint.id,
            config: { sendFile: 'multipart' },
            order: 1,
          },
        ],
        isActive: true,
      },
    })
    partner.answers((_, response) => {
      const first = partner.received.length === 1
      response.writeHead(first ? 503 : 201, { 'Retry-After': '0' })
      response.end('{"number":"D-7"}')
    })
    const form = new FormData()
    form.set('parentId', '')
    form.set('file', new File(['a pallet of pears'], 'manifest.txt', { type: 'text/plain' }))
    const asset = await app.ok<{ id: string }>('POST', '/api/assets', { as, body: form })

    const execution = await until('the run', async () => {
      const [run] = await app.ok<Execution[]>('GET', '/api/flow-executions', { as })
      return run?.status === 'completed' && run
    })
    assert.lengthOf(partner.received, 2)
    const keys = partner.received.map(({ headers }) => headers['idempotency-key'])
    assert.deepEqual(keys, Array(2).fill(`${execution.executionId}:announce`))

    const sent = partner.received[1]!
    const parsed = await new Response(new Uint8Array(sent.body), {
      headers: { 'content-type': sent.headers['content-type']! },
    }).formData()
    assert.equal(await (parsed.get('file') as File).text(), 'a pallet of pears')
    assert.deepEqual(
      [parsed.get('title'), parsed.get('sender'), parsed.get('event')],
      ['manifest.txt', 'admin@acme.example', 'file_upload']
    )
    assert.deepInclude(execution.stepResults[0], { status: 'completed', attempts: 2 })
    assert.deepInclude(execution.stepResults[0]?.output, {
      statusCode: 201,
      body: { number: 'D-7' },
    })

    const rows = await app.ok<ShownLog[]>(
      'GET',
      `/api/integrations/logs?search=${execution.executionId.slice(-8)}`,
      { as }
    )
    assert.deepEqual(
      rows.map((row) => [row.status, row.statusCode, row.workflowId, row.assetId]),
      [
        ['success', 201, workflow.id, asset.id],
        ['error', 503, workflow.id, asset.id],
      ]
    )
    assert.notInclude(JSON.stringify([rows, execution]), 't0ken-s3cr3t')

    // Red when toStepResult shows outputs by flows.read alone.
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as,
      body: { name: 'runs only', scopes: ['flows.read', 'assets.read', 'flows.run'] },
    })
    const program = { headers: { authorization: `Bearer ${token}` } }
    for (const reader of [acme.viewer, program, acme.editor]) {
      const { status } = await app.call('GET', '/api/integrations/logs', { as: reader })
      const path = `/api/flow-executions/${execution.executionId}`
      const shown = [
        ...(await app.ok<Execution[]>('GET', '/api/flow-executions', { as: reader })),
        await app.ok<Execution>('GET', path, { as: reader }),
      ]
      assert.lengthOf(shown, 2)
      for (const { stepResults } of shown) {
        const [step] = stepResults
        assert.equal(step!.outputHidden, status === 403)
        if (status === 403) assert.isNull(step!.output)
        else assert.deepInclude(step!.output, { statusCode: 201 })
      }
      assert.equal(JSON.stringify(shown).includes('D-7'), status === 200)
    }

    const stats = await app.ok<Record<string, unknown>>('GET', '/api/integrations/stats', { as })
    assert.deepInclude(stats, { totalWorkflows: 1, executionsToday: 1, successRate: 100 })
  }).timeout(60_000)

  test('a workflow with the endpoint of another tenant is not saved', async ({ assert }) => {
    const globex = await app.tenant('globex')
    const system = await connect(app, globex.admin)
    const endpoint = await addEndpoint(app, globex.admin, system.id)
    const step = { id: 's', type: 'api_call', endpointId: endpoint.id, config: {}, order: 1 }
    const reply = await app.call<{ errors: { field: string }[] }>(
      'POST',
      '/api/integrations/workflows',
      {
        as: acme.admin,
        body: { name: 'W', triggerType: 'manual', triggerConfig: {}, steps: [step] },
      }
    )
    assert.equal(reply.status, 422)
    assert.deepEqual(
      reply.body.errors.map(({ field }) => field),
      ['steps.0.endpointId']
    )
  })
})

// onBothDatabases: the main path through this plugin
import { test } from '@japa/runner'
import { until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { Caller } from '@crossdock/kernel/testing'
import { addEndpoint, connect, type ShownLog } from './fixtures.js'
import type { Partner } from './partner.js'
import { withPartner } from './with_partner.js'

interface Execution {
  executionId: string
  status: string
  errorMessage: string | null
  stepResults: {
    status: string
    attempts: number
    errorMessage: string | null
    tries: { errorMessage: string | null }[]
    output: Record<string, unknown>
    outputHidden: boolean
  }[]
}

test.group('A workflow that calls a system', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner

  group.setup(async () => {
    const made = await withPartner()
    ;({ app, acme, partner } = made)
    return made.stop
  })

  test('an upload reaches the partner after a failure, with one row per attempt', async ({
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
    // Red when a list contains only ids, so that names need separate requests.
    assert.isString(rows[0]?.systemName)
    assert.isString(rows[0]?.endpointName)
    assert.notInclude(JSON.stringify([rows, execution]), 't0ken-s3cr3t')

    // Red when toStepResult() shows outputs with flows.read alone.
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
  })

  // Red when toStepResult() shows error texts of a step or an attempt, errorOf() those of a run, or toStep() a
  // configuration, with flows.read alone, also in a branch; and when the event of a failed run includes its
  // message.
  test('only readers of systems see why a step failed, and its configuration', async ({
    assert,
  }) => {
    const as = acme.admin
    const system = await connect(app, as, { name: 'Hidden Harbour', baseUrl: partner.url })
    const endpoint = await addEndpoint(app, as, system.id, { method: 'POST' })
    const config = { retry: { attempts: 2, delayMs: 0 }, params: { pin: 'typed-1n' } }
    const path = '/api/integrations/workflows'
    const { id } = await app.ok<{ id: string }>('POST', path, {
      as,
      body: {
        name: 'Announce in vain',
        triggerType: 'manual',
        steps: [
          { id: 'ask', endpointId: endpoint.id, config },
          {
            id: 'way',
            type: 'condition',
            config: { value: 'event', operator: 'exists' },
            branches: { no: [{ id: 'inner', endpointId: endpoint.id, config }] },
          },
        ],
      },
    })
    partner.answersJson({}, 503)
    const { executionId } = await app.ok<Execution>('POST', `${path}/${id}/execute`, {
      as,
      body: {},
    })
    const run = `/api/flow-executions/${executionId}`
    const show = (reader: Caller) => app.ok<Execution>('GET', run, { as: reader })
    await until('the run to fail', async () => (await show(as)).status === 'failed')
    await until('the feed', async () => {
      const feed = await app.ok('GET', '/api/dashboard/activity', { as })
      return JSON.stringify(feed).includes('Announce in vain failed')
    })

    const program = async (...scopes: string[]) => {
      const body = { name: scopes.join(), scopes }
      const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', { as, body })
      return { headers: { authorization: `Bearer ${token}` } }
    }
    const doors = [run, '/api/flow-executions', '/api/dashboard/activity', path, `${path}/${id}`]
    const seenBy = async (reader: Caller) =>
      JSON.stringify(await Promise.all(doors.map((door) => app.ok('GET', door, { as: reader }))))
    const { host } = new URL(partner.url)
    const root = await app.superAdmin()
    const operator = { headers: { ...root.headers, 'x-tenant': acme.id } }
    for (const reader of [acme.admin, acme.editor, operator]) {
      const seen = await seenBy(reader)
      for (const text of ['Hidden Harbour answered 503', 'typed-1n']) assert.include(seen, text)
    }
    for (const reader of [acme.viewer, await program('dashboard.read', 'flows.read')]) {
      const seen = await seenBy(reader)
      for (const text of ['Hidden Harbour', host, 'answered', 'typed-1n'])
        assert.notInclude(seen, text)
      const failed =
        'Step 1 (API call) failed. With the permission integrations.read you can see why.'
      const shown = await show(reader)
      const [step] = shown.stepResults
      assert.deepInclude(shown, { status: 'failed', errorMessage: failed })
      assert.deepInclude(step, { status: 'failed', attempts: 2, errorMessage: failed })
      assert.deepEqual(
        step!.tries.map(({ errorMessage }) => errorMessage),
        ['This try failed.', 'This try failed.']
      )
    }

    // A caller who may change a step sees its configuration, because a hidden one could not be sent back.
    const writer = await program('flows.read', 'flows.write', 'assets.read', 'integrations.use')
    interface Workflow {
      steps: { config: object; configHidden: boolean }[]
    }
    const workflow = (reader: Caller) => app.ok<Workflow>('GET', `${path}/${id}`, { as: reader })
    const { steps } = await workflow(writer)
    assert.deepInclude(steps[0], { config, configHidden: false })
    await app.ok('PUT', `${path}/${id}`, { as: writer, body: { steps } })
    assert.deepEqual((await workflow(as)).steps, steps)
    assert.deepInclude((await workflow(acme.viewer)).steps[0], { config: {}, configHidden: true })
  })

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

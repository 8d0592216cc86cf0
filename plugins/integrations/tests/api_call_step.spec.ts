import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { randomId, transaction } from '@crossdock/kernel/database'
import { checkConfig } from '@crossdock/kernel/kinds'
import { inTenant } from '@crossdock/kernel/tenancy'
import {
  type StepDone,
  StepFailed,
  stepTypes,
  type CallingStepType,
  type FlowStep,
  type StepContext,
  type StepOutcome,
} from '@crossdock/flows/contracts'
import { addEndpoint, connect, type ShownEndpoint, type ShownLog } from './fixtures.js'
import { Partner } from './partner.js'

test.group('Step type api_call', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let systemId: string

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start()
    systemId = (await connect(app, acme.admin, { baseUrl: partner.url })).id
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  const apiCall = () => stepTypes.get('api_call') as CallingStepType

  function contextOf(endpoint: ShownEndpoint, part: Partial<StepContext> = {}): StepContext {
    const execution = { id: randomId(), executionId: randomId(), flowId: randomId(), flowName: 'F' }
    return {
      execution,
      step: stepOf(endpoint),
      path: 'step-1',
      attempt: 1,
      idempotencyKey: `${execution.executionId}:step-1`,
      signal: new AbortController().signal,
      input: { assetId: null, event: null, userId: null, steps: {} },
      ...part,
    }
  }

  const stepOf = (endpoint: ShownEndpoint, part: Partial<FlowStep> = {}): FlowStep => ({
    id: 'step-1',
    type: 'api_call',
    systemId,
    endpointId: endpoint.id,
    config: {},
    order: 1,
    ...part,
  })

  /** Runs the step as the engine does: begin, call and end, each in its own transaction. */
  const run = (context: StepContext, lent: Parameters<typeof inTenant>[2] = {}) =>
    inTenant(
      acme.id,
      async () => {
        const call = await apiCall().prepare(context)
        await transaction(async () => call.begin?.())
        const end = async ({ save }: Pick<StepOutcome, 'save'>) => transaction(async () => save?.())
        try {
          const outcome = await call.run({ ...context, outside: (work) => work() })
          await end(outcome)
          return outcome
        } catch (error) {
          if (error instanceof StepFailed) await end(error as Pick<StepOutcome, 'save'>)
          throw error
        }
      },
      lent
    )

  async function failure(context: StepContext): Promise<StepFailed> {
    try {
      await run(context)
    } catch (error) {
      if (error instanceof StepFailed) return error
      throw error
    }
    throw new Error('The step was done')
  }

  const logsOf = ({ execution }: StepContext) =>
    app.ok<ShownLog[]>('GET', `/api/integrations/logs?search=${execution.executionId}`, {
      as: acme.admin,
    })

  async function upload(name: string, content: string): Promise<{ id: string; version: number }> {
    const body = new FormData()
    body.set('parentId', '')
    body.set('file', new File([content], name, { type: 'text/plain' }))
    return app.ok('POST', '/api/assets', { as: acme.admin, body })
  }

  test('sends the mapped fields with the idempotency key, and logs the call once', async ({
    assert,
  }) => {
    const { id: assetId } = await upload('mapped.txt', 'hello')
    const endpoint = await addEndpoint(app, acme.admin, systemId, {
      path: '/runs/{system.executionId}/{number}',
      fieldMapping: {
        fileMetadata: { 'doc.name': 'name', 'doc.bytes': 'size' },
        systemFields: { 'run.workflow': 'workflowId', 'run.tenant': 'tenantId' },
      },
    })
    partner.answersJson({ number: 7, token: 's3cr3t' })
    const context = contextOf(endpoint)
    context.input = { assetId, event: null, userId: null, steps: { first: { body: { n: 41 } } } }
    context.step.config = { params: { number: '{steps.first.body.n}' } }
    const { output, secrets } = (await run(context)) as StepDone

    const { executionId, flowId } = context.execution
    const [sent] = partner.received
    assert.equal(sent?.url, `/runs/${executionId}/41`)
    assert.equal(sent?.headers['idempotency-key'], `${executionId}:step-1`)
    assert.deepEqual(JSON.parse(String(sent?.body)), {
      doc: { name: 'mapped.txt', bytes: 5 },
      run: { workflow: flowId, tenant: acme.id },
    })
    assert.deepInclude(output, { statusCode: 200, body: { number: 7, token: 's3cr3t' } })
    // Red when the engine does not learn that the token is secret; only later steps may read it.
    assert.isArray(secrets)
    const rows = await logsOf(context)
    assert.lengthOf(rows, 1)
    assert.deepInclude(rows[0], {
      executionId,
      workflowId: flowId,
      systemId,
      endpointId: endpoint.id,
      assetId,
      status: 'success',
      statusCode: 200,
    })
  })

  // Red when outputOf() omits notParsed.
  test('for a large JSON answer, the output has part of the text, its size and the reason', async ({
    assert,
  }) => {
    const endpoint = await addEndpoint(app, acme.admin, systemId)
    const rows = Array.from({ length: 30_000 }, (_, place) => ({ place }))
    partner.answersJson(rows)
    const { output } = await run(contextOf(endpoint))
    const { statusCode, notParsed, body } = output as Record<string, unknown>
    const size = JSON.stringify(rows).length
    assert.equal(statusCode, 200)
    assert.include(notParsed, `has ${size} bytes`)
    assert.deepInclude(body, { truncated: true, size })
    assert.match((body as { preview: string }).preview, /^\[\{"place":0\},/)
    // Red when a long body fills an output: the engine would cut the whole output.
    assert.isBelow(JSON.stringify(output).length, 64 * 1024)
  })

  // Red when outputOf() omits the warnings.
  test('custom metadata that no file has is a warning in the output and in the log', async ({
    assert,
  }) => {
    const { id: assetId } = await upload('odd.txt', 'hello')
    const fieldMapping = { fileMetadata: { order: 'order.numer' } }
    const endpoint = await addEndpoint(app, acme.admin, systemId, { fieldMapping })
    partner.answersJson({})
    const context = contextOf(endpoint)
    context.input = { assetId, event: null, userId: null, steps: {} }
    const lent = { permissions: new Set(['assets.read', 'integrations.use']) }
    const { output } = await run(context, lent)
    const { warnings } = output as { warnings: { field: string }[] }
    assert.deepEqual(
      warnings.map(({ field }) => field),
      ['fieldMapping.fileMetadata.order']
    )
    const [row] = await logsOf(context)
    assert.deepEqual((row!.requestData as { warnings: object[] }).warnings, warnings)
  })

  // Red when valuesFromForm() returns nothing.
  test('sends the version of the form or of the event, regardless of later uploads', async ({
    assert,
  }) => {
    const { id, version } = await upload('versions.txt', 'first')
    await upload('versions.txt', 'second')
    const endpoint = await addEndpoint(app, acme.admin, systemId, { method: 'PUT' })
    partner.answersJson({})
    const event = {
      id: randomId(),
      eventType: 'file_upload',
      createdAt: new Date().toISOString(),
      targetType: 'asset',
      targetId: id,
      userId: null,
      payload: { version },
    }
    const context = contextOf(endpoint)
    context.input = { assetId: id, event, userId: null, steps: {} }
    context.step.config = { sendFile: 'body' }
    await run(context)
    context.input = { ...context.input, event: null }
    context.step.config = { sendFile: 'multipart' }
    await run(context)
    context.input = { ...context.input, data: { files: [{ assetId: id, version }] } }
    await run(context)
    assert.equal(partner.received[0]?.body.toString(), 'first')
    assert.include(partner.received[1]?.body.toString(), 'second')
    assert.include(partner.received[2]?.body.toString(), 'first')
    assert.lengthOf(await logsOf(context), 3)
  })

  test('a failure says whether and when to retry: {status}')
    .with([
      { status: 503, headers: { 'Retry-After': '3' }, retryable: true, after: 3000 },
      { status: 429, headers: {}, retryable: true, after: undefined },
      { status: 422, headers: {}, retryable: false, after: undefined },
    ])
    .run(async ({ assert }, { status, headers, retryable, after }) => {
      const endpoint = await addEndpoint(app, acme.admin, systemId)
      partner.answersJson({ error: 'no' }, status, headers as Record<string, string>)
      const context = contextOf(endpoint)
      const error = await failure(context)
      assert.equal(error.retryable, retryable)
      assert.equal(error.retryAfterMs, after)
      assert.include(error.message, String(status))
      assert.deepInclude(error.output, { statusCode: status, body: { error: 'no' } })
      const [row] = await logsOf(context)
      assert.deepInclude(row, { status: 'error', statusCode: status, errorMessage: error.message })
    })

  test('a canceled call stops, throws the reason and leaves no row pending', async ({ assert }) => {
    const endpoint = await addEndpoint(app, acme.admin, systemId)
    const controller = new AbortController()
    const reason = new Error('cancelled')
    partner.answers(() => controller.abort(reason))
    const context = contextOf(endpoint, { signal: controller.signal })
    try {
      await run(context)
      assert.fail('It ended')
    } catch (error) {
      assert.strictEqual(error, reason)
    }
    const [row] = await logsOf(context)
    assert.deepInclude(row, {
      status: 'error',
      errorMessage: 'The call was stopped before it ended.',
    })
  })

  test('the row is pending during the request', async ({ assert }) => {
    const endpoint = await addEndpoint(app, acme.admin, systemId)
    const context = contextOf(endpoint)
    let seen: ShownLog[] = []
    partner.answers(async (_, response) => {
      seen = await logsOf(context)
      response.end()
    })
    await run(context)
    assert.deepEqual(
      seen.map(({ status }) => status),
      ['pending']
    )
  })

  test('a deleted endpoint, a missing file and an unknown parameter fail permanently', async ({
    assert,
  }) => {
    const gone = await addEndpoint(app, acme.admin, systemId)
    await app.ok('DELETE', `/api/integrations/endpoints/${gone.id}`, { as: acme.admin })
    const deleted = await failure(contextOf(gone))
    assert.isFalse(deleted.retryable)
    assert.include(deleted.message, 'was deleted')

    const endpoint = await addEndpoint(app, acme.admin, systemId)
    const noFile = contextOf(endpoint)
    noFile.step.config = { sendFile: 'body' }
    assert.include((await failure(noFile)).message, 'this execution has none')

    const unknown = contextOf(endpoint)
    unknown.step.config = { params: { a: '{steps.later.body}' } }
    const error = await failure(unknown)
    assert.isFalse(error.retryable)
    assert.include(error.message, '{steps.later.body}')
  })

  test('a workflow is checked when it is saved', async ({ assert }) => {
    const endpoint = await addEndpoint(app, acme.admin, systemId)
    const inbound = await addEndpoint(app, acme.admin, systemId, { endpointType: 'inbound' })
    const reader = await addEndpoint(app, acme.admin, systemId, { method: 'GET' })
    const other = await connect(app, acme.admin, { name: 'Other' })
    const globex = await app.tenant('globex')
    const foreignSystem = await connect(app, globex.admin)
    const foreign = await addEndpoint(app, globex.admin, foreignSystem.id)
    const fields = async (step: FlowStep) => {
      const { errors } = await checkConfig(apiCall(), step.config, 'config')
      const wrong = errors ?? (await inTenant(acme.id, async () => apiCall().check!(step)))
      return wrong.map(({ field }) => field)
    }
    assert.deepEqual(await fields(stepOf(endpoint)), [])
    assert.deepEqual(await fields(stepOf(endpoint, { systemId: null })), [])
    assert.deepEqual(await fields(stepOf(endpoint, { endpointId: null })), ['endpointId'])
    assert.deepEqual(await fields(stepOf(foreign)), ['endpointId'])
    assert.deepEqual(await fields(stepOf(endpoint, { systemId: other.id })), ['systemId'])
    assert.deepEqual(await fields(stepOf(inbound)), ['endpointId'])
    assert.deepEqual(await fields(stepOf(reader, { config: { sendFile: 'body' } })), [
      'config.sendFile',
    ])
    assert.deepEqual(await fields(stepOf(endpoint, { config: { sendFile: 'x', params: [] } })), [
      'config.sendFile',
      'config.params',
    ])
  })
})

// onBothDatabases: jsonb formats numbers differently
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { compareNumbers } from '@crossdock/kernel/json'
import type { Caller } from '@crossdock/kernel/testing'
import { addEndpoint, connect, putFile } from './fixtures.js'
import { Partner } from './partner.js'

const id = '7615917337495251231'
/** Numbers that a double cannot represent. Databases format the last two differently. */
const numbers = [
  id,
  `-${id}`,
  '9007199254740993',
  '0.1000000000000000055511151231257827',
  '1e400',
  '1e-400',
]
const listed = `[${numbers.join(',')}]`
const asJson = { 'Content-Type': 'application/json' }

interface Run {
  status: string
  errorMessage: string | null
  stepResults: { output: Record<string, unknown> }[]
}

test.group('Numbers that JavaScript rounds', (group) => {
  let app: TestApp
  let acme: TestTenant
  let as: Caller
  let partner: Partner
  let systemId: string

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    as = acme.admin
    partner = await Partner.start()
    systemId = (await connect(app, as, { baseUrl: partner.url })).id
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  /** The numbers of an answer as text. */
  const text = (value: unknown) => JSON.stringify(value)
  const send = (method: string, path: string, body: string) =>
    app.call<{ errors: { field: string; message: string }[]; code: string; message: string }>(
      method,
      path,
      { as, body, headers: asJson }
    )

  // Red when parseJson() rounds, when copying JSON breaks an exact number, or a column is read differently.
  test('pass unchanged from a partner through a run to the next partner and to people', async ({
    assert,
  }) => {
    const get = await addEndpoint(app, as, systemId, { method: 'GET', path: '/customer' })
    const post = await addEndpoint(app, as, systemId, {
      path: '/orders/{steps.one.body.id}',
      requestSchema: {
        headers: { 'X-Id': '{steps.one.body.id}' },
        queryParams: { id: '{steps.one.body.id}' },
        body: { id: '{steps.one.body.id}', all: '{params.all}', note: 'for {steps.one.body.id}' },
      },
      fieldMapping: { fileMetadata: { 'own.id': 'customer' } },
    })
    const assetId = await putFile(app, as, 'order.txt')
    const metadata = await send('PUT', `/api/assets/${assetId}`, `{"metadata":{"customer":${id}}}`)
    assert.equal(metadata.status, 200, text(metadata.body))
    assert.include(text(metadata.body), `"customer":${id}`)
    const { id: workflowId } = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as,
      body: {
        name: 'Forward',
        triggerType: 'manual',
        triggerConfig: {},
        steps: [
          { id: 'one', type: 'api_call', systemId, endpointId: get.id, config: {}, order: 1 },
          {
            id: 'which',
            type: 'condition',
            config: { value: 'steps.one.body.id', operator: 'equals', other: id },
            order: 2,
            branches: {
              no: [],
              yes: [
                {
                  id: 'two',
                  type: 'api_call',
                  systemId,
                  endpointId: post.id,
                  config: { params: { all: '{steps.one.body}' } },
                  order: 1,
                },
              ],
            },
          },
        ],
        isActive: true,
      },
    })
    partner.answers((_, response) => {
      response.writeHead(200, asJson)
      response.end(`{"id":${id},"numbers":${listed}}`)
    })
    const started = await app.ok<{ executionId: string }>(
      'POST',
      `/api/integrations/workflows/${workflowId}/execute`,
      { as, body: { assetId } }
    )
    let run!: Run
    await until('the run to end', async () => {
      run = await app.ok<Run>('GET', `/api/flow-executions/${started.executionId}`, { as })
      return run.status === 'completed' || run.status === 'failed'
    })
    assert.equal(run.status, 'completed', text(run))
    const [, sent] = partner.received
    assert.equal(sent!.url, `/orders/${id}?id=${id}`)
    assert.equal(sent!.headers['x-id'], id)
    const body = sent!.body.toString()
    assert.include(body, `"id":${id},`)
    assert.include(body, `"note":"for ${id}"`)
    assert.include(body, `"own":{"id":${id}}`)
    assertNumbers(body)
    assertNumbers(text(run))
    const logs = await app.ok('GET', '/api/integrations/logs', { as })
    assertNumbers(text(logs))
    // Red when a JSON reader without exact numbers gets another number than the partner sent.
    const tried = await app.ok<{ responseData: { body: { id: unknown } } }>(
      'POST',
      `/api/integrations/endpoints/${get.id}/test`,
      { as, body: {} }
    )
    assert.strictEqual(tried.responseData.body.id, id)

    function assertNumbers(json: string) {
      const found = json.match(/-?\d[\d.]*(e-?\d+)?/g) ?? []
      for (const number of numbers) {
        assert.isTrue(
          found.some((one) => compareNumbers(one, number) === 0),
          `${number} in ${json}`
        )
      }
    }
  })

  test('stay in endpoints when sent back as read', async ({ assert }) => {
    const { id: endpointId } = await addEndpoint(app, as, systemId, { name: 'Exact' })
    const path = `/api/integrations/endpoints/${endpointId}`
    const body = `{"requestSchema":{"body":{"id":${id},"list":${listed}},"queryParams":{"q":${id}}}}`
    assert.equal((await send('PUT', path, body)).status, 200)
    // Forms send the content of text areas as text.
    const asText = JSON.stringify({ requestSchema: `{"body":{"id":${id},"list":${listed}}}` })
    for (const given of [text((await app.call('GET', path, { as })).body), asText]) {
      const reply = await send('PUT', path, given)
      assert.equal(reply.status, 200, text(reply.body))
      assert.include(text(reply.body), `"body":{"id":${id},"list":${listed}}`)
    }
    partner.answersJson({})
    await app.ok('POST', `${path}/test`, { as, body: {} })
    assert.equal(partner.received[0]!.body.toString(), `{"id":${id},"list":${listed}}`)
  })

  test('are found in metadata, without similar numbers', async ({ assert }) => {
    const assetId = await putFile(app, as, 'found.txt')
    const set = (value: string) =>
      send('PUT', `/api/assets/${assetId}`, `{"metadata":{"no":${value}}}`)
    const found = async (value: string) => {
      const filter = encodeURIComponent(`{"metadata.no":${value}}`)
      return (await app.ok<unknown[]>('GET', `/api/assets?filter=${filter}`, { as })).length
    }
    await set(id)
    assert.deepEqual(
      await Promise.all([id, `"${id}"`, '7615917337495251000'].map(found)),
      [1, 1, 0]
    )
    assert.equal(await found(`{"gte":${id}}`), 1)
    await set('7615917337495251000')
    assert.deepEqual(
      await Promise.all([id, `"${id}"`, '7615917337495251000'].map(found)),
      [0, 0, 1]
    )
  })

  // Red when unknownNames() ignores exact numbers, or fromJsonText() passes them on.
  test('are refused with the name of a field that takes another type', async ({ assert }) => {
    const { id: endpointId } = await addEndpoint(app, as, systemId, { name: 'Typed' })
    const path = `/api/integrations/endpoints/${endpointId}`
    const refused = async (method: string, to: string, body: string, field: string) => {
      const reply = await send(method, to, body)
      assert.equal(reply.status, 422, `${body}: ${text(reply.body)}`)
      assert.include(
        reply.body.errors.map((error) => error.field),
        field
      )
    }
    await refused('PUT', path, `{"name":${id}}`, 'name')
    await refused('PUT', path, `{"requestSchema":${id}}`, 'requestSchema')
    await refused('PUT', path, `{"requestSchema":"${id}"}`, 'requestSchema')
    await refused(
      'PUT',
      path,
      `{"requestSchema":{"queryParams":${id}}}`,
      'requestSchema.queryParams'
    )
    await refused(
      'PUT',
      path,
      `{"fieldMapping":{"fileMetadata":"${id}"}}`,
      'fieldMapping.fileMetadata'
    )
    await refused(
      'PUT',
      path,
      `{"responseSchema":{"expectedStatus":[1e400]}}`,
      'responseSchema.expectedStatus.0'
    )
    const long = await send('PUT', path, '{"requestSchema":{"body":1e999999}}')
    assert.equal(long.status, 422)
    assert.equal(long.body.code, 'E_NUMBER')
  })
})

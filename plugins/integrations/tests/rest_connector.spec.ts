// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { egress, Egress } from '@crossdock/kernel/egress'
import { soonMs } from '@crossdock/kernel/testing'
import { retryAfter } from '../connectors/rest/outcome.js'
import { restConnector } from '../connectors/rest/index.js'
import type { Call, CallFile } from '../contracts/index.js'
import { callOf } from './call.js'
import { Partner } from './partner.js'

test.group('REST connector', (group) => {
  let partner: Partner

  group.setup(async () => {
    partner = await Partner.start()
    const door = new Egress({ allow: ['127.0.0.1/32'] })
    egress.provide(door)
    return async () => {
      await door.close()
      await partner.stop()
    }
  })

  let systems = 0
  const send = (system: Partial<Call['system']>, rest: Parameters<typeof callOf>[0] = {}) => {
    const own = { id: `system-${++systems}`, baseUrl: partner.url, ...system }
    return restConnector.operations.call(callOf({ ...rest, system: own }))
  }

  test('{authType} sends {header}')
    .with([
      {
        authType: 'bearer' as const,
        auth: { accessToken: 'abc' },
        header: 'authorization',
        value: 'Bearer abc',
      },
      {
        authType: 'basic' as const,
        auth: { username: 'ada', password: 'ü:x' },
        header: 'authorization',
        value: `Basic ${Buffer.from('ada:ü:x').toString('base64')}`,
      },
      { authType: 'apikey' as const, auth: { apiKey: 'k1' }, header: 'x-api-key', value: 'k1' },
      {
        authType: 'apikey' as const,
        auth: { apiKey: 'k1', headers: { Authorization: 'ApiKey {apiKey}' } },
        header: 'authorization',
        value: 'ApiKey k1',
      },
      {
        authType: 'oauth2' as const,
        auth: { accessToken: 'abc' },
        header: 'authorization',
        value: 'Bearer abc',
      },
      { authType: 'bearer' as const, auth: {}, header: 'authorization', value: undefined },
    ])
    .run(async ({ assert }, { authType, auth, header, value }) => {
      partner.answersJson({ ok: true })
      const outcome = await send({ authType, auth })
      assert.equal(outcome.status, 'success')
      assert.equal(partner.received[0]?.headers[header], value)
      if (header === 'authorization') assert.isUndefined(partner.received[0]?.headers['x-api-key'])
    })

  test('oauth2 fetches a token once, keeps it, and fetches anew after a 401', async ({
    assert,
  }) => {
    let issued = 0
    let accepted = 'token-1'
    partner.answers((request, response) => {
      if (request.url === '/oauth/token') {
        response.setHeader('Content-Type', 'application/json')
        return response.end(JSON.stringify({ access_token: `token-${++issued}`, expires_in: 3600 }))
      }
      response.statusCode = request.headers.authorization === `Bearer ${accepted}` ? 200 : 401
      response.end()
    })
    const system = {
      id: 'oauth-1',
      authType: 'oauth2' as const,
      auth: { clientId: 'c 1', clientSecret: 's', scope: 'orders' },
    }
    const both = await Promise.all([send(system), send(system)])
    assert.deepEqual(
      both.map(({ status }) => status),
      ['success', 'success']
    )
    assert.equal(issued, 1)
    assert.equal((await send(system)).status, 'success')
    assert.equal(issued, 1)
    const asked = partner.received.find(({ url }) => url === '/oauth/token')
    assert.equal(asked?.body.toString(), 'grant_type=client_credentials&scope=orders')
    assert.equal(asked?.headers.authorization, `Basic ${Buffer.from('c+1:s').toString('base64')}`)

    accepted = 'token-2'
    const ended = await send(system)
    assert.deepInclude(ended, { status: 'error', statusCode: 401, retryable: true })
    assert.equal((await send(system)).status, 'success')
    assert.equal(issued, 2)

    accepted = 'never'
    assert.isTrue((await send(system)).retryable)
    assert.isFalse((await send(system)).retryable)
  })

  test('a token endpoint that refuses fails the call and says why', async ({ assert }) => {
    partner.answersJson({ error: 'invalid_client' }, 401)
    const auth = { clientId: 'c', clientSecret: 'wr0ng', tokenUrl: `${partner.url}/elsewhere` }
    const outcome = await send({ authType: 'oauth2', auth })
    assert.deepInclude(outcome, { status: 'error', statusCode: 401, retryable: false })
    assert.include(outcome.message, 'invalid_client')
    assert.notInclude(JSON.stringify(outcome), 'wr0ng')
    assert.deepEqual(
      partner.received.map(({ url }) => url),
      ['/elsewhere']
    )

    partner.answersJson({ token: 'x' })
    assert.include((await send({ authType: 'oauth2', auth })).message, 'without an access_token')
  })

  test('status {status} with expected {expected} is {outcome}, retryable {retryable}')
    .with([
      { status: 200, expected: undefined, outcome: 'success', retryable: false },
      { status: 201, expected: [], outcome: 'error', retryable: false },
      { status: 201, expected: [200, 201], outcome: 'success', retryable: false },
      { status: 404, expected: [404], outcome: 'success', retryable: false },
      { status: 302, expected: [200], outcome: 'error', retryable: false },
      { status: 400, expected: [200], outcome: 'error', retryable: false },
      { status: 401, expected: [200], outcome: 'error', retryable: false },
      { status: 408, expected: [200], outcome: 'error', retryable: true },
      { status: 425, expected: [200], outcome: 'error', retryable: true },
      { status: 429, expected: [200], outcome: 'error', retryable: true },
      { status: 500, expected: [200], outcome: 'error', retryable: true },
      { status: 503, expected: [200], outcome: 'error', retryable: true },
    ])
    .run(async ({ assert }, { status, expected, outcome, retryable }) => {
      partner.answersJson({ hello: 1 }, status, { 'Retry-After': '7' })
      const result = await send(
        {},
        { endpoint: { responseSchema: expected ? { expectedStatus: expected } : {} } }
      )
      assert.deepInclude(result, { status: outcome, statusCode: status, retryable })
      assert.equal(result.retryAfterMs, retryable ? 7000 : undefined)
      assert.deepInclude(result.response, { status, body: { hello: 1 } })
      if (outcome === 'error') assert.include(result.message, String(status))
    })

  test('no answer, a slow answer and a refused address are told apart', async ({ assert }) => {
    const gone = await Partner.start()
    const url = gone.url
    await gone.stop()
    const unreachable = await send({ baseUrl: url })
    assert.deepInclude(unreachable, { status: 'error', statusCode: null, retryable: true })

    const refused = await send({ baseUrl: 'http://10.0.0.1/' })
    assert.deepInclude(refused, { status: 'error', retryable: false })
    assert.include(refused.message, 'the operator has not opened')

    // Red when the connector's own thirty seconds hold whatever the step says (the test then ends by itself).
    partner.answers(() => undefined)
    const slow = await send({}, { timeoutMs: soonMs })
    assert.deepInclude(slow, { status: 'timeout', retryable: true })
    assert.include(slow.message, `${soonMs} ms`)
  })

  test('the file is sent as the body, and as a multipart form with the mapped fields', async ({
    assert,
  }) => {
    const bytes = Buffer.from('%PDF-1.7 \u0000 binary')
    const file: CallFile = {
      name: 'in"voice\r\n.pdf',
      mimeType: 'application/pdf',
      size: bytes.length,
      open: async function* () {
        yield bytes.subarray(0, 5)
        yield bytes.subarray(5)
      },
    }
    const fieldMapping = { fileMetadata: { title: 'name', 'meta.order': 'order.number' } }
    partner.answersJson({ ok: true })
    await send({}, { sendFile: 'body', file, endpoint: { method: 'PUT', fieldMapping } })
    const [raw] = partner.received
    assert.deepEqual(raw?.body, bytes)
    assert.equal(raw?.headers['content-type'], 'application/pdf')
    assert.equal(raw?.headers['content-length'], String(bytes.length))
    assert.equal(raw?.url, '/orders?title=invoice+0412.pdf&meta.order=PO-7')

    const outcome = await send({}, { sendFile: 'multipart', file, endpoint: { fieldMapping } })
    const form = partner.received[1]!
    const parsed = await new Response(new Uint8Array(form.body), {
      headers: { 'content-type': form.headers['content-type']! },
    }).formData()
    const sent = parsed.get('file') as File
    assert.equal(sent.name, 'in"voice\r\n.pdf')
    assert.deepEqual(Buffer.from(await sent.arrayBuffer()), bytes)
    assert.equal(parsed.get('title'), 'invoice 0412.pdf')
    assert.equal(parsed.get('meta'), '{"order":"PO-7"}')
    assert.deepInclude(outcome.request.body as object, {
      file: { name: file.name, mimeType: file.mimeType, size: bytes.length },
    })
  })

  // Red when contentOf parses an answer of any size: every other request waits meanwhile.
  test('a large JSON answer is kept as text and says so, a smaller one is read', async ({
    assert,
  }) => {
    const values = Array.from({ length: 3_000_000 }, (_, place) => place % 10)
    partner.answersJson(values)
    const large = await send({})
    assert.equal(large.status, 'success')
    assert.isString(large.response?.body)
    assert.match(String(large.response?.notParsed), /has 6000001 bytes.*kept as text/)

    partner.answersJson(values.slice(0, 100_000))
    const small = await send({})
    assert.deepEqual(small.response?.body, values.slice(0, 100_000))
    assert.notProperty(small.response, 'notParsed')
  })

  test('a cancelled call stops and throws the reason', async ({ assert }) => {
    const controller = new AbortController()
    const reason = new Error('cancelled')
    partner.answers(() => controller.abort(reason))
    try {
      await send({}, { signal: controller.signal })
      assert.fail('It ended')
    } catch (error) {
      assert.strictEqual(error, reason)
    }
  })

  test('Retry-After "{header}" waits {ms}')
    .with([
      { header: '0', ms: 0 },
      { header: '120', ms: 120_000 },
      { header: 'Thu, 01 Jan 1970 00:01:40 GMT', ms: 40_000 },
      { header: 'Thu, 01 Jan 1970 00:00:10 GMT', ms: 0 },
      { header: 'soon', ms: undefined },
      { header: undefined, ms: undefined },
    ])
    .run(({ assert }, { header, ms }) => {
      assert.equal(retryAfter(header, 60_000), ms)
    })
})

// onOneDatabase: uses no database
import zlib from 'node:zlib'
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

  // Red when the type of a token, or an error next to it, is ignored.
  test('a token of another type, or next to an error, is refused', async ({ assert }) => {
    const auth = { clientId: 'c', clientSecret: 's' }
    for (const [more, said] of [
      [{ token_type: 'mac' }, 'the type "mac"'],
      [{ token_type: 'DPoP' }, 'the type "DPoP"'],
      [{ token_type: 7 }, 'the type 7'],
      [{ error: 'invalid_client' }, 'an error (invalid_client)'],
    ] as const) {
      partner.answersJson({ access_token: 'x', ...more })
      const outcome = await send({ authType: 'oauth2', auth })
      assert.deepInclude(outcome, { status: 'error', retryable: false })
      assert.include(outcome.message, said)
      assert.notInclude(outcome.message, 'an access_token.')
    }
    assert.isTrue(partner.received.every(({ url }) => url === '/oauth/token'))
    partner.answersJson({ access_token: 'x', token_type: 'bearer', error: null })
    assert.equal((await send({ authType: 'oauth2', auth })).status, 'success')
  })

  // Red when only Basic, or only 200, works.
  test('oauth2 sends the configured fields, and accepts a token with 201', async ({ assert }) => {
    partner.answers((request, response) => {
      response.statusCode = request.url === '/oauth/token?tenant=a' ? 201 : 200
      response.setHeader('Content-Encoding', 'gzip')
      response.setHeader('Content-Type', 'text/plain; charset=utf-16le')
      response.end(zlib.gzipSync(Buffer.from('{"access_token":"tökén"}', 'utf16le')))
    })
    const auth = {
      clientId: 'c 1',
      clientSecret: 's&',
      tokenUrl: `${partner.url}/oauth/token?tenant=a`,
      scope: 'orders',
      audience: 'https://api.example/',
      resource: 'urn:a',
      clientAuthentication: 'client_secret_post' as const,
      tokenParameters: { organization: 'org 1' },
    }
    const outcome = await send({ authType: 'oauth2', auth })
    assert.equal(outcome.status, 'success')
    const [asked, called] = partner.received
    assert.isUndefined(asked!.headers.authorization)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(asked!.body.toString())), {
      grant_type: 'client_credentials',
      scope: 'orders',
      audience: 'https://api.example/',
      resource: 'urn:a',
      organization: 'org 1',
      client_id: 'c 1',
      client_secret: 's&',
    })
    assert.equal(called!.headers.authorization, 'Bearer tökén')
  })

  test('an unreadable token answer, or a redirect, is reported', async ({ assert }) => {
    const auth = { clientId: 'c', clientSecret: 's' }
    partner.answers((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('{"access_token":"x"}')
    })
    const unread = await send({ authType: 'oauth2', auth })
    assert.deepInclude(unread, { status: 'error', statusCode: 200, retryable: true })
    assert.include(unread.message, 'content coding "gzip"')
    // Red when it counts as the answer of the endpoint.
    assert.isNull(unread.response)
    partner.answers((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json; charset=klingon' }).end('{}')
    })
    const unknown = await send({ authType: 'oauth2', auth })
    assert.include(unknown.message, 'cannot be read: Crossdock does not read its charset "klingon"')
    partner.answersJson({}, 302, { Location: '/login' })
    const moved = await send({ authType: 'oauth2', auth })
    assert.deepInclude(moved, { status: 'error', statusCode: 302, retryable: false })
    assert.include(moved.message, 'redirects to /login')
  })

  // Red when answers are not decompressed, or are always decoded as UTF-8.
  test('an answer is decompressed and decoded', async ({ assert }) => {
    const text = JSON.stringify({ name: 'Zoë Müller' })
    partner.answers((_, response) => {
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=ISO-8859-1',
        'Content-Encoding': 'gzip',
      })
      response.end(zlib.gzipSync(Buffer.from(text, 'latin1')))
    })
    const outcome = await send({})
    assert.deepEqual(outcome.response?.body, { name: 'Zoë Müller' })
    assert.equal(partner.received[0]!.headers['accept-encoding'], 'gzip, deflate, br, zstd')
    assert.containSubset(outcome.request.headers, { 'Accept-Encoding': 'gzip, deflate, br, zstd' })
    const headers = { 'Accept-Encoding': 'identity' }
    await send({}, { endpoint: { requestSchema: { headers } } })
    assert.equal(partner.received[1]!.headers['accept-encoding'], 'identity')
  })

  // Red when an unreadable answer counts as a success, or loses its status.
  test('an unreadable answer is an error that keeps its status: {status}, {coding}')
    .with([
      { status: 200, coding: 'gzip', body: 'none', says: /200 OK.*"gzip"/, retryable: true },
      { status: 200, coding: 'compress', body: 'x', says: /200 OK.*"compress"/, retryable: false },
      {
        status: 200,
        coding: '',
        body: '\u00eb',
        says: /200 OK.*"utf-8".*names no other.*iso-8859-1/,
        retryable: false,
      },
      { status: 503, coding: 'gzip', body: 'none', says: /answered 503/, retryable: true },
      { status: 404, coding: '', body: '\u00eb', says: /answered 404/, retryable: false },
    ])
    .run(async ({ assert }, { status, coding, body, says, retryable }) => {
      partner.answers((_, response) => {
        const headers = {
          'Content-Type': 'text/plain',
          ...(coding && { 'Content-Encoding': coding }),
        }
        response.writeHead(status, headers).end(body, 'latin1')
      })
      const outcome = await send({})
      assert.deepInclude(outcome, { status: 'error', statusCode: status, retryable })
      assert.match(outcome.message, says)
      assert.deepInclude(outcome.response, { status, body: null })
      assert.match(String(outcome.response?.notParsed), /cannot be read/)
    })

  test('a redirect is not followed, and its target is reported', async ({ assert }) => {
    partner.answersJson({}, 301, { Location: 'https://elsewhere.example/orders?a=1' })
    const outcome = await send({})
    assert.include(outcome.message, 'answered 301')
    assert.include(outcome.message, 'redirects to https://elsewhere.example/orders?a=1,')
    assert.lengthOf(partner.received, 1)
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

  test('no answer, a slow answer and a refused address have different results', async ({
    assert,
  }) => {
    const gone = await Partner.start()
    const url = gone.url
    await gone.stop()
    const unreachable = await send({ baseUrl: url })
    assert.deepInclude(unreachable, { status: 'error', statusCode: null, retryable: true })

    const refused = await send({ baseUrl: 'http://10.0.0.1/' })
    assert.deepInclude(refused, { status: 'error', retryable: false })
    assert.include(refused.message, 'the operator has not opened')

    // Red when the connector's own thirty seconds apply despite the step's limit; then the test times out.
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
    assert.equal(raw?.url, '/orders?title=invoice%200412.pdf&meta.order=PO-7')

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

  // Red when contentOf() parses answers of any size: all other requests would wait.
  test('a large JSON answer stays text with a note, a smaller one is parsed', async ({
    assert,
  }) => {
    const values = Array.from({ length: 3_000_000 }, (_, place) => place % 10)
    partner.answersJson(values)
    const large = await send({})
    assert.equal(large.status, 'success')
    assert.isString(large.response?.body)
    assert.match(String(large.response?.notParsed), /has 6000001 bytes.*kept as shortened text/)

    partner.answersJson(values.slice(0, 100_000))
    const small = await send({})
    assert.deepEqual(small.response?.body, values.slice(0, 100_000))
    assert.notProperty(small.response, 'notParsed')
  })

  // Red when valueOf() silently treats invalid JSON as text: a part may be missing.
  test('an invalid JSON answer has a note, or is an error', async ({ assert }) => {
    const answer = (type: string, text: string) => {
      partner.answers((_, response) => {
        response.writeHead(200, { 'Content-Type': type }).end(text)
      })
      return send({})
    }
    const type = 'application/problem+json; charset=utf-8'
    const broken = await answer(type, '{"ok":true,"name":"Z')
    assert.equal(broken.status, 'error')
    assert.match(broken.message, /its type is JSON, but it is damaged or cut off/)
    const page = await answer(type, '<html>Bad gateway</html>')
    assert.equal(page.status, 'success')
    assert.equal(page.response?.body, '<html>Bad gateway</html>')
    assert.include(page.response?.notParsed, 'application/problem+json')
    assert.match(page.message, /status 200 OK\. The answer has the type JSON .*kept as text\.$/)
    const plain = await answer('text/plain', '{"a":1,}')
    assert.notProperty(plain.response, 'notParsed')
  })

  test('a canceled call stops and throws the reason', async ({ assert }) => {
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

// onBothDatabases: a unique index detects repetitions.
import { createHmac } from 'node:crypto'
import { request, type ClientRequest } from 'node:http'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { clock } from '@crossdock/kernel/database'
import { Probe, probePlugin } from '../../flows/tests/probe.js'
import { addEndpoint, connect } from './fixtures.js'
import { HookLab } from './hook_lab.js'

interface Refusal {
  code: string
  message: string
}

const json = { 'content-type': 'application/json' }

test.group('bounds of webhooks', (group) => {
  const steps = new Probe()
  let app: TestApp
  let lab: HookLab

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new HookLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  async function hooked(setUp: object = {}, part: object = {}) {
    const flow = await lab.workflow(part)
    const { id, webhookUrl: url } = await lab.webhookOf({ workflowId: flow.id })
    if (Object.keys(setUp).length > 0) await lab.setUp(id, setUp)
    const outcomes = async () =>
      (await lab.requests({ workflowId: flow.id })).map(({ outcome }) => outcome)
    return { id, url, flow, outcomes }
  }

  // Red when the values of a body are not counted, or commas inside texts are.
  test('JSON with too many values is refused before it is parsed', async ({ assert }) => {
    const { url, flow } = await hooked()
    const send = (body: string, type = 'application/json') =>
      lab.send<Refusal>(url, { body, headers: { 'content-type': type } })
    const keys = Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join()
    const lists = `[${'[],'.repeat(60_000)}1]`
    for (const body of [`[${'{},'.repeat(300_000)}1]`, `{${keys}}`, lists]) {
      const refused = await send(body)
      assert.equal(refused.status, 413)
      assert.match(refused.body.message, /at most 50,?000 values/)
    }
    assert.equal((await send(lists, 'text/plain')).status, 413)
    const [row] = await lab.requests({ workflowId: flow.id })
    assert.containSubset(row, { outcome: 'refused_body', status: 413 })
    assert.match(row!.reason!, /values/)
    assert.equal((await send(`["${',[{'.repeat(60_000)}\\"${','.repeat(60_000)}"]`)).status, 202)
  })

  // Red when each item is compared with each value of an enum.
  test('a schema with a long enum is checked quickly', async ({ assert }) => {
    const system = await connect(app, lab.tenant.admin)
    const enumOf = Array.from({ length: 5_000 }, (_, at) => ({ a: at, b: [`x${at}`] }))
    const endpoint = await addEndpoint(app, lab.tenant.admin, system.id, {
      name: 'Enum',
      endpointType: 'inbound',
      triggers: ['webhook'],
      requestSchema: { body: { type: 'array', items: { enum: enumOf } } },
    })
    await lab.workflow({ name: 'Listed', triggerConfig: { endpointId: endpoint.id } })
    const send = (body: unknown) => lab.send(endpoint.webhookUrl as string, { body })
    const started = process.cpuUsage()
    const last = { b: ['x4999'], a: 4_999 }
    assert.equal((await send(Array.from({ length: 5_000 }, () => last))).status, 202)
    const { user } = process.cpuUsage(started)
    assert.isBelow(user / 1_000, 2_000)
    assert.equal((await send([{ a: 1, b: ['x2'] }])).status, 422)
  })

  // Red when counting the parts of a form uses another boundary than parsing them.
  test('a form has one boundary, in any notation', async ({ assert }) => {
    steps.on('see', ({ input }) => input.data as object)
    const see = { id: 'see', type: 'probe', config: {} }
    const { url } = await hooked({}, { steps: [see] })
    const form = (boundary: string, count: number) =>
      Array.from(
        { length: count },
        (_, at) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="n${at}"\r\n\r\nv${at}\r\n`
      ).join('') + `--${boundary}--\r\n`
    const send = (parameters: string, boundary: string, count: number) =>
      lab.send(url, {
        body: form(boundary, count),
        headers: { 'content-type': `multipart/form-data${parameters}` },
      })
    const real = 'a-boundary-of-usual-length-0123456789'
    const escaped = `; boundary="${real.replace('usual', String.raw`us\ual`)}"`
    for (const type of [`; x="; boundary=zzz"; boundary=${real}`, escaped]) {
      assert.equal((await send(type, real, 2_000)).status, 413, type)
      assert.equal((await send(type, real, 3)).status, 202, type)
    }
    for (const type of [
      `; boundary=${real}; boundary=zzz`,
      '; boundary=""',
      '; x=1',
      ' boundary',
    ]) {
      assert.equal((await send(type, real, 3)).status, 400, type)
    }
    for (const boundary of ['b', '-----', 'with space', "'()+_,-./:=?"]) {
      const taken = await send(`; boundary="${boundary}"`, boundary, 2)
      assert.equal(taken.status, 202, boundary)
      const run = await lab.ended(taken.body.executionId!)
      assert.containSubset(run.stepResults[0]!.output, { body: { n0: 'v0', n1: 'v1' } })
    }
    assert.equal((await send(`; boundary=${real}`, real, 1_000)).status, 202)
  })

  /** A request with a sent head and an incomplete body. */
  function begin(url: string, headers: Record<string, string | number>, method = 'POST') {
    const { pathname } = new URL(url)
    const answer = Promise.withResolvers<{ status: number; retryAfter?: string | undefined }>()
    const sent: ClientRequest = request(new URL(pathname, app.url), { method, headers })
    sent
      .on('response', (response) => {
        response.resume()
        const retryAfter = response.headers['retry-after']
        answer.resolve({ status: response.statusCode!, retryAfter })
      })
      // Connections that the test itself aborts.
      .on('error', () => answer.resolve({ status: 0 }))
    sent.flushHeaders()
    return { sent, answer: answer.promise }
  }

  const secret = 'correct-horse-battery'
  const signed = (text: string, key = secret) =>
    `sha256=${createHmac('sha256', key).update(text).digest('hex')}`

  // Red when a request is verified with data read before its body.
  test('an address revoked during the body accepts nothing', async ({ assert }) => {
    const github = { verification: 'github', verificationConfig: { secret } }
    const { id, url, outcomes } = await hooked(github)
    const body = '{"n":1}'
    const open = () => {
      const headers = { ...json, 'x-hub-signature-256': signed(body), 'content-length': 7 }
      const one = begin(url, headers)
      one.sent.write(body.slice(0, 3))
      return one
    }
    const end = ({ sent, answer }: ReturnType<typeof open>) => {
      sent.end(body.slice(3))
      return answer
    }
    const fine = open()
    assert.equal((await end(fine)).status, 202)
    const late = open()
    // Once a later request is answered, this one is in progress.
    assert.equal((await lab.send(url, { body, headers: json })).status, 401)
    const path = `/api/integrations/webhooks/${id}/rotate-secret`
    await app.ok('POST', path, { as: lab.tenant.token, body: { keepPreviousHours: 0 } })
    assert.equal((await end(late)).status, 401)
    assert.deepEqual((await outcomes()).sort(), [
      'accepted',
      'refused_signature',
      'refused_signature',
    ])
  })

  // Red when the body is read before the signature header is checked.
  test('without a signature, the body is not read', async ({ assert }) => {
    const kinds = [
      { verification: 'github', verificationConfig: { secret } },
      {
        verification: 'token',
        verificationConfig: { secret, place: 'header', name: 'x-token' },
      },
    ]
    for (const setUp of kinds) {
      const { url, flow } = await hooked(setUp)
      const wrong: Record<string, string>[] = [
        {},
        { 'x-hub-signature-256': 'sha256=zz', 'x-token': 'wrong' },
      ]
      for (const headers of wrong) {
        const { sent, answer } = begin(url, { ...json, ...headers, 'content-length': 1_000 })
        assert.equal((await answer).status, 401)
        sent.destroy()
      }
      const rows = await lab.requests({ workflowId: flow.id })
      assert.deepEqual(
        rows.map(({ outcome }) => outcome),
        ['refused_signature', 'refused_signature']
      )
      assert.equal((await lab.replay(rows[0]!.id)).status, 409)
    }
  })

  // Red when a body is read regardless of other bodies in progress.
  test('the memory for bodies in progress is limited; further ones get 503', async ({ assert }) => {
    const { url, flow } = await hooked({ maxBytes: 10 * 1024 * 1024 })
    const headers = { ...json, 'content-length': 10 * 1024 * 1024 }
    const open = Array.from({ length: 25 }, () => begin(url, headers))
    const answers: unknown[] = []
    /** The first answer; null while all bodies are still incomplete. */
    const tryOne = async () => {
      if (open.length < 40) {
        const one = begin(url, headers)
        open.push(one)
        one.answer.then((answer) => answers.push(answer)).catch(() => undefined)
      }
      await lab.webhookOf({ workflowId: flow.id })
      return answers[0] ?? null
    }
    const refused = await until('the memory to be taken', tryOne)
    assert.deepEqual(refused, { status: 503, retryAfter: '5' })
    const [row] = await lab.requests({ workflowId: flow.id, outcome: 'limit' })
    assert.equal(row?.status, 503)
    for (const { sent } of open) sent.destroy()
    await until('the memory to be released', async () => {
      // Its length is unknown, so it reserves the maximum size of a body.
      const { sent, answer } = begin(url, { ...json, 'transfer-encoding': 'chunked' })
      sent.end('1')
      return (await answer).status === 202
    })
  })

  // Red when an unsigned id distinguishes messages in addition to a signed time.
  test('an unsigned id counts together with the body, but not with a signed time', async ({
    assert,
  }) => {
    const kinds = [{}, { timeHeader: 'x-time' }]
    for (const more of kinds) {
      const { url, outcomes } = await hooked({
        verification: 'hmac',
        verificationConfig: {
          secret,
          header: 'x-signature',
          algorithm: 'sha256',
          encoding: 'hex',
          prefix: 'sha256=',
          idHeader: 'x-id',
          ...more,
        },
      })
      const time = String(Math.floor(clock.now() / 1_000))
      const send = (body: string, id: string) => {
        const text = 'timeHeader' in more ? `${time}.${body}` : body
        const headers = { ...json, 'x-signature': signed(text), 'x-time': time, 'x-id': id }
        return lab.send(url, { body, headers })
      }
      const first = await send('{"n":1}', 'one')
      assert.equal(first.status, 202)
      const isSame: boolean = (await send('{"n":1}', 'two')).body.requestId === first.body.requestId
      assert.equal(isSame, 'timeHeader' in more)
      assert.equal((await send('{"n":1}', 'one')).body.requestId, first.body.requestId)
      assert.notEqual((await send('{"n":2}', 'one')).body.requestId, first.body.requestId)
      const counted = Map.groupBy(await outcomes(), (outcome) => outcome)
      assert.lengthOf(counted.get('accepted')!, isSame ? 2 : 3)
      assert.lengthOf(counted.get('duplicate')!, isSame ? 2 : 1)
    }
  })

  // Red when the concurrency slot is released before the answer.
  test('a waiting sender keeps its concurrency slot', async ({ assert }) => {
    const tenant = await app.tenant('seated')
    const own = new HookLab(app, tenant)
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    steps.on('hold', () => {
      begun.resolve()
      return gate.promise
    })
    const flow = await own.workflow({ steps: [{ id: 'hold', type: 'probe', config: {} }] })
    const { id, webhookUrl: url } = await own.webhookOf({ workflowId: flow.id })
    await own.setUp(id, { mode: 'wait', waitSeconds: 30 })
    await app.limit(tenant.id, { concurrent_connections: 1 })
    const waiting = own.send(url, { body: { n: 1 } })
    await begun.promise
    assert.equal((await own.send(url, { body: { n: 2 } })).status, 429)
    gate.resolve()
    assert.equal((await waiting).status, 200)
    assert.equal((await own.send(url, { body: { n: 3 } })).status, 200)
  })

  // Red when OPTIONS or HEAD count as messages.
  test('OPTIONS and HEAD start nothing', async ({ assert }) => {
    const { url, outcomes } = await hooked()
    const options = await lab.send(url, { method: 'OPTIONS' })
    assert.equal(options.status, 204)
    assert.equal(options.headers.get('allow'), 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
    assert.equal((await lab.send(url, { method: 'HEAD' })).status, 200)
    assert.deepEqual(await outcomes(), [])
    const system = await connect(app, lab.tenant.admin)
    const endpoint = await addEndpoint(app, lab.tenant.admin, system.id, {
      name: 'Asked',
      endpointType: 'inbound',
      triggers: ['webhook'],
    })
    const head = await lab.send(endpoint.webhookUrl as string, { method: 'HEAD' })
    assert.equal(head.status, 405)
    assert.equal(head.headers.get('allow'), 'POST, OPTIONS')
  })

  // Red when a token is masked only where the sender should put it.
  test('a token is masked everywhere', async ({ assert }) => {
    const { url } = await hooked({
      verification: 'token',
      verificationConfig: { secret, place: 'query', name: 'key' },
    })
    const taken = await lab.send(`${url}?key=${secret}&old=${secret}&page=2`, {
      body: {},
      headers: { 'x-old': `Bearer ${secret}` },
    })
    assert.equal(taken.status, 202)
    const stored = await lab.request(taken.body.requestId)
    assert.notInclude(JSON.stringify(stored), secret)
    assert.include(stored.query, 'page=2')
  })
})

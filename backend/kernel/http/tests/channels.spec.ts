import { once } from 'node:events'
import { connect } from 'node:net'
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { WebSocket } from 'ws'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { answerShape } from '@crossdock/kernel/shapes'
import { channel, type Channel } from '@crossdock/kernel/http'
import { Problem } from '@crossdock/kernel/ground'
import { definePermission, definePlugin } from '@crossdock/kernel/plugin'
import { currentContext } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'
import { text } from '../../ground/text.js'

const said = vine.create({ say: vine.string() })
const heard = answerShape('Heard', { say: vine.string(), tenantId: vine.string() })

const open = new Set<Channel>()
/** More than the operating system buffers for a connection. */
const mostSent = 2_000
let sent = 0
let work = { begun: 0, goOn: Promise.withResolvers<void>() }

class Talks {
  /** Echoes each message with its scope. */
  echo() {
    return (talk: Channel) => {
      open.add(talk)
      talk.onEnd(() => open.delete(talk))
      return async ({ say }: { say: string }) => {
        if (say === 'refuse') throw new Problem(409, 'E_BUSY', text('Not now.'))
        if (say === 'break') throw new Error('as a careless plugin does')
        if (say === 'first') await new Promise((resolve) => setImmediate(resolve))
        talk.send({ say, tenantId: currentContext().tenantId })
      }
    }
  }

  /** Blocks on each message until released. */
  slow() {
    return (talk: Channel) => {
      open.add(talk)
      talk.onEnd(() => open.delete(talk))
      return async () => {
        work.begun++
        await work.goOn.promise
      }
    }
  }

  /** Sends more than any buffer holds, on request. */
  flood() {
    return (talk: Channel) => {
      open.add(talk)
      talk.onEnd(() => open.delete(talk))
      return async () => {
        for (sent = 0; sent < mostSent && talk.isOpen; sent++) {
          talk.send({ say: 'x'.repeat(64 * 1024) })
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
    }
  }
}
const talks = async () => ({ default: Talks })
const talk = { summary: 'Talk', receives: said, sends: heard, maxBytes: 1_000 }

const talkingUse = definePermission('talking.use', { description: 'Talk', roles: ['editor'] })

const talking = definePlugin({
  name: 'talking',
  version: '1.0.0',
  compatibility: '^0.1',
  permissions: [talkingUse],
  operations: async () => ({
    default: [
      channel('GET /talk', { ...talk, permission: talkingUse }, talks, 'echo'),
      channel('GET /flood', talk, talks, 'flood'),
      channel('GET /slow', { ...talk, maxBytes: 64 * 1024 }, talks, 'slow'),
    ],
  }),
})

/** Heartbeats occur only in tests that move the clock. */
const beatMs = 60_000

test.group('channels', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant
  const sockets: WebSocket[] = []

  group.setup(async () => {
    app = await bootApp({
      plugins: [talking],
      settings: { LOG_LEVEL: 'silent' },
      bounds: { beatMs, recheckMs: 60 * beatMs },
    })
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    return () => app.stop()
  })
  group.each.teardown(async () => {
    for (const socket of sockets.splice(0)) socket.terminate()
    await until('all to be closed', () => open.size === 0)
  })

  const at = (path: string) => app.url.replace('http', 'ws') + path

  async function join(as: Caller, headers: Record<string, string> = {}, path = '/api/talk') {
    const socket = new WebSocket(at(path), { headers: { ...as.headers, ...headers } })
    sockets.push(socket)
    await once(socket, 'open')
    return socket
  }
  /** The status and code a handshake is refused with. */
  async function refusal(headers: Record<string, string>, path = '/api/talk') {
    const socket = new WebSocket(at(path), { headers })
    const [, response] = await once(socket, 'unexpected-response')
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return { status: response.statusCode, code: JSON.parse(text).code, response }
  }
  const next = async (socket: WebSocket) => JSON.parse(String((await once(socket, 'message'))[0]))
  async function closing(socket: WebSocket): Promise<[code: number, reason: string]> {
    const [code, reason] = await once(socket, 'close')
    return [code, String(reason)]
  }

  test('run in the tenant of their caller', async ({ assert }) => {
    for (const [as, id] of [
      [acme.editor, acme.id],
      [globex.token, globex.id],
    ] as const) {
      const socket = await join(as)
      socket.send('{"say":"hello"}')
      assert.deepEqual(await next(socket), { say: 'hello', tenantId: id })
    }
  })

  // Red when messages are handled concurrently.
  test('deliver one message at a time', async ({ assert }) => {
    const socket = await join(acme.editor)
    const heard: string[] = []
    socket.on('message', (data) => heard.push(JSON.parse(String(data)).say))
    for (const say of ['first', 'second', 'third']) socket.send(JSON.stringify({ say }))
    await until('three', () => heard.length === 3)
    assert.deepEqual(heard, ['first', 'second', 'third'])
  })

  test('pass the stages of an operation', async ({ assert }) => {
    assert.equal((await refusal({})).status, 401)
    assert.equal((await refusal(acme.viewer.headers)).code, 'E_FORBIDDEN')
    const foreign = { ...acme.editor.headers, 'x-tenant': globex.subdomain }
    assert.equal((await refusal(foreign)).code, 'E_TENANT')
    const missing = await refusal(acme.editor.headers, '/api/missing')
    assert.equal(missing.status, 404)
    await until('the connection to be closed', () => missing.response.socket.destroyed)
    const plain = await app.call<{ code: string }>('GET', '/api/talk', { as: acme.editor })
    assert.equal(plain.status, 426)
    assert.equal(plain.headers.get('upgrade'), 'websocket')
  })

  // Red when GET requests are assumed harmless.
  test('accept cookies only from pages of the same origin', async ({ assert }) => {
    const origin = 'https://elsewhere.example'
    assert.equal((await refusal({ ...acme.editor.headers, origin })).code, 'E_ORIGIN')
    await join(acme.editor, { origin: app.url })
    await join(acme.token, { origin })
  })

  test('close with the reason when {what} comes')
    .with([
      { what: 'binary', send: Buffer.from('{}'), code: 1003 },
      { what: 'no JSON', send: '{"say":', code: 1007 },
      { what: 'another shape', send: '{"say":7}', code: 1007 },
      { what: 'a forbidden key', send: '{"say":"x","__proto__":{"a":1}}', code: 1007 },
      { what: 'more than a message may have', send: 'x'.repeat(1_001), code: 1009 },
      { what: 'what is refused', send: '{"say":"refuse"}', code: 4409 },
      { what: 'what the plugin fails at', send: '{"say":"break"}', code: 1011 },
    ])
    .run(async ({ assert }, { send, code, what }) => {
      const socket = await join(acme.editor)
      socket.send(send)
      const [found, reason] = await closing(socket)
      assert.equal(found, code)
      if (what === 'what is refused') assert.equal(reason, 'Not now.')
      else if (code !== 1009) assert.isNotEmpty(reason)
      assert.equal((await app.call('GET', '/api/auth/me', { as: acme.editor })).status, 200)
    })

  test('refuse invalid frames and partial handshakes', async ({ assert }) => {
    const raw = await handshake()
    // A reserved bit, unmasked.
    raw.socket.write(Buffer.from([0xf1, 0x01, 0x78]))
    await until('it to be closed', () => raw.closed)
    const bad = await handshake('Sec-WebSocket-Key: short')
    await until('an answer', () => bad.text.includes('\r\n\r\n'))
    assert.match(bad.text, /^HTTP\/1\.1 400 /)
    await until('it to be closed', () => bad.closed)
  })

  // Red when #take() does not pause the socket (all is read), or beat() drops a client whose pong is not read
  // yet.
  test('stop reading while a message is handled, and stay open', async ({ assert }) => {
    work = { begun: 0, goOn: Promise.withResolvers<void>() }
    const socket = await join(acme.token, {}, '/api/slow')
    let asked = 0
    socket.on('ping', () => asked++)
    const messages = 300
    const say = 'x'.repeat(60 * 1024)
    for (let at = 0; at < messages; at++) socket.send(JSON.stringify({ say }))
    await until('the work to begin', () => work.begun === 1)
    const connection = [...open][0]!.call.http.request.request.socket
    await until('nothing to move any more', async () => {
      const before = connection.bytesRead
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
      return connection.bytesRead === before
    })
    assert.isBelow(connection.bytesRead, 1024 * 1024)
    for (let beat = 1; beat <= 4; beat++) {
      app.clock.advance(beatMs)
      await until('a sign of life', () => asked === beat || socket.readyState !== socket.OPEN)
      assert.equal(socket.readyState, socket.OPEN)
    }
    work.goOn.resolve()
    await until('all to be worked on', () => work.begun === messages)
  })

  // Red when a channel without pongs is kept.
  test('drop a client that does not answer pings', async ({ assert }) => {
    const silent = await handshake()
    await until('it to be open', () => open.size === 1)
    const lively = await join(acme.editor)
    await until('both to be open', () => open.size === 2)
    const { socket } = [...open][1]!.call.http.request.request
    const before = socket.bytesRead
    app.clock.advance(beatMs)
    await until('the answer to the ping', () => socket.bytesRead > before)
    assert.isFalse(silent.closed)
    app.clock.advance(beatMs)
    await until('it to be dropped', () => silent.closed)
    assert.equal(lively.readyState, lively.OPEN)
  })

  // Red when the send buffer has no limit.
  test('disconnect a client that reads nothing', async ({ assert }) => {
    const socket = await join(acme.token, {}, '/api/flood')
    socket.pause()
    socket.send('{"say":"go"}')
    await until('it to be cut', () => open.size === 0)
    assert.isBelow(sent, mostSent)
  })

  // Red when token events are ignored.
  test('end with the token', async ({ assert }) => {
    const socket = await join(acme.token)
    const closed = closing(socket)
    const [token] = await app.ok<{ id: string }[]>('GET', '/api/api-tokens', { as: acme.admin })
    await app.ok('DELETE', `/api/api-tokens/${token!.id}`, { as: acme.admin })
    assert.equal((await closed)[0], 4401)
  })

  // Red when closing the server waits for channels to end.
  test('end when the server stops', async ({ assert }) => {
    const socket = await join(acme.editor)
    const closed = closing(socket)
    await app.app.terminate()
    assert.equal((await closed)[0], 1001)
  })

  /** A manual handshake from a client that then stays idle. */
  async function handshake(key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==') {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    const seen = { socket, text: '', closed: false }
    socket.on('error', () => undefined)
    socket.on('data', (data) => (seen.text += data.toString('latin1')))
    socket.on('close', () => (seen.closed = true))
    const head = [
      'GET /api/talk HTTP/1.1',
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      key,
      `Cookie: ${acme.editor.headers.cookie}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await until('an answer', () => seen.text.length > 0)
    return seen
  }
})

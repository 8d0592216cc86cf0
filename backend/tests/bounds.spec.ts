// onOneDatabase: no database takes part
import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { test } from '@japa/runner'
import { bootApp, until, type BootOptions, type TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { size } from '@crossdock/kernel/testing'
import { tooSlow } from '../kernel/ground/too_slow.js'

const anHour = 3_600_000
const aMinute = 60_000
/** Number of slow clients. */
const many = size({ quick: 20, full: 100 })
/** Long bounds, so that each test reaches only the bound that it sets. */
const patient = {
  bodyMs: anHour,
  uploadWindowMs: anHour,
  readerWindowMs: anHour,
  lingerMs: anHour,
  strangerLingerMs: anHour,
}

/** A client that sends HTTP at its own pace. */
class SlowClient {
  readonly socket: Socket
  received = ''
  closed = false

  constructor(url: string) {
    this.socket = connect(Number(new URL(url).port), '127.0.0.1')
    this.socket.setEncoding('latin1').on('data', (text: string) => (this.received += text))
    this.socket.on('error', () => undefined)
    this.socket.on('close', () => this.leave())
  }

  send(line: string, headers: Record<string, string> = {}, body = ''): this {
    const head = Object.entries({ host: 'x', ...headers }).map(([key, value]) => `${key}: ${value}`)
    this.socket.write(`${line} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`)
    return this
  }

  leave(): void {
    this.closed = true
    this.socket.destroy()
  }
}

test.group('Bounds', (group) => {
  let app: TestApp
  let clients: SlowClient[]
  let requests: IncomingMessage[]
  /**
   * Only the test moves the clock, and the server checks after each step: a slow machine must not look like a
   * slow client.
   */
  const boot = async (options: BootOptions) => {
    app = await bootApp({ ...options, bounds: { ...patient, ...options.bounds } })
    app.clock.hold()
    requests = []
    const server = (await app.app.container.make('server')).getNodeServer() as Server
    server.on('request', (request: IncomingMessage) => requests.push(request))
  }
  const arrived = (count: number) =>
    until(`${count} requests to arrive`, () => requests.length >= count)
  /** Each client sends one more byte. The clock moves after the server has read them. */
  const drip = async (ms: number) => {
    const open = requests
      .filter(({ complete, socket }) => !complete && !socket.destroyed)
      .map(({ socket }) => ({ socket, had: socket.bytesRead }))
    for (const { socket } of clients) socket.write('x')
    await until('a byte of each to arrive', () =>
      open.every(({ socket, had }) => socket.destroyed || socket.bytesRead > had)
    )
    await answerComes()
    app.clock.advance(ms)
  }
  /** The server has handled earlier data when this call returns. */
  const answerComes = () => app.call('GET', '/api/health/live')
  const isStillThere = async () => {
    await answerComes()
    return clients.every(({ closed, received }) => !closed && !received.includes(' 408 '))
  }
  const client = (): SlowClient => {
    const made = new SlowClient(app.url)
    clients.push(made)
    return made
  }
  const allGone = (which = clients) =>
    until('the connections to be dropped', () => which.every(({ closed }) => closed))
  const form = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '9999999' }
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="slow.bin"\r\n\r\n'

  group.each.setup(() => {
    clients = []
    return async () => {
      for (const one of clients) one.leave()
      await app.stop()
    }
  })

  // Red when readBody does not call `mustBeWhole`.
  test('JSON bodies must be completed in time', async ({ assert }) => {
    await boot({ bounds: { bodyMs: aMinute } })
    const json = { 'content-type': 'application/json', 'content-length': '500' }
    for (let turn = 0; turn < many; turn++) {
      client().send('POST /api/auth/magic-link', json, '{')
    }
    await arrived(many)
    const asked = { email: 'person@quay.example' }
    const fine = await app.call('POST', '/api/auth/magic-link', { body: asked })
    assert.equal(fine.status, 200)
    await drip(aMinute - 1)
    assert.isTrue(await isStillThere())
    await drip(2)
    await allGone()
    for (const { received } of clients) {
      assert.match(received, /^HTTP\/1.1 408 /)
      assert.include(received, 'came too slowly')
    }
  })

  // Red when readJson has one limit for all callers, or trusts content-length.
  test('callers without a session may send only small JSON bodies', async ({ assert }) => {
    await boot({})
    const email = 'person@quay.example'
    const padded = (size: number) => JSON.stringify({ email }).padEnd(size)
    const asked = (size: number) =>
      app.call('POST', '/api/auth/magic-link', {
        body: padded(size),
        headers: { 'content-type': 'application/json' },
      })
    assert.equal((await asked(16_384)).status, 200)
    assert.equal((await asked(16_385)).status, 413)
    const { token } = await app.tenant('quay')
    const metadata = { text: 'x'.repeat(17 * 1024) }
    const known = await app.call('POST', '/api/assets', {
      as: token,
      body: { name: 'Inbox', type: 'folder', metadata },
    })
    assert.notEqual(known.status, 413)
    const json = { 'content-type': 'application/json' }
    const declared = client().send('POST /api/auth/verify-link', {
      ...json,
      'content-length': '16385',
    })
    const size = 16_385
    const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`
    const undeclared = client().send(
      'POST /api/auth/verify-link',
      { ...json, 'transfer-encoding': 'chunked' },
      chunk
    )
    await until('both answers', () => declared.received && undeclared.received)
    for (const { received } of [declared, undeclared]) {
      assert.match(received, /^HTTP\/1.1 413 [^]*A JSON body may have at most 16384 bytes\./)
    }
  })

  // Red when the answer ends the connection: a sender that still writes sees a broken connection instead.
  test('the sender of a body that is too long reads the answer', async ({ assert }) => {
    await boot({})
    const json = { 'content-type': 'application/json', 'content-length': '2000000' }
    const sender = client().send('POST /api/auth/verify-link', json, 'x')
    await until('the answer', () => sender.received.includes(' 413 '))
    sender.socket.write('x'.repeat(1_999_999))
    sender.send('GET /api/health/live')
    await until('the next answer', () => sender.closed || sender.received.includes(' 200 '))
    assert.isFalse(sender.closed)
  })

  // Red when the form ignores `tooSlow`, or a single byte counts as progress.
  test('stalled uploads are ended, and leave nothing', async ({ assert }) => {
    await boot({ bounds: { uploadWindowMs: aMinute } })
    const { id, token } = await app.tenant('quay')
    requests = []
    for (let turn = 0; turn < many; turn++) {
      client().send('POST /api/assets', { ...token.headers, ...form }, part + 'x'.repeat(20))
    }
    await arrived(many)
    const other = await app.call('GET', '/api/assets', { as: token })
    assert.equal(other.status, 200)
    const slow = new Set<IncomingMessage>()
    for (const request of requests) request.once(tooSlow, () => slow.add(request))
    await drip(aMinute - 1)
    assert.isTrue(await isStillThere())
    // Unread data at a check starts a new window.
    await until('all clients to be refused', async () => {
      await drip(aMinute)
      await until('their answers', () => clients.filter((one) => one.received).length >= slow.size)
      return slow.size >= many
    })
    await allGone()
    for (const { received } of clients) assert.match(received, /^HTTP\/1.1 408 /)
    const left = await asOperator('count rows', async () =>
      Promise.all(
        ['assets', 'contents', 'content_chunks'].map(
          async (table) => (await unscoped().from(table).where('tenant_id', id)).length
        )
      )
    )
    assert.deepEqual(left, [0, 0, 0])
  })

  // Red when an upload has a total deadline.
  test('an upload over a slow connection succeeds', async ({ assert }) => {
    const uploadWindowMs = aMinute
    await boot({ bounds: { uploadWindowMs, bodyMs: uploadWindowMs / 4 } })
    const { token } = await app.tenant('quay')
    requests = []
    const slow = client()
    const end = '\r\n--b--\r\n'
    const piece = 'y'.repeat(2_500)
    // Two and a half windows.
    const pieces = 100
    const length = String(part.length + pieces * piece.length + end.length)
    slow.send('POST /api/assets', { ...token.headers, ...form, 'content-length': length }, part)
    await arrived(1)
    const { socket } = requests[0]!
    for (let sent = 0; sent < pieces; sent++) {
      const before = socket.bytesRead
      slow.socket.write(piece)
      await until('the piece to arrive', () => socket.bytesRead >= before + piece.length)
      app.clock.advance(uploadWindowMs / 40)
    }
    slow.socket.write(end)
    const answer = await until('the answer', () => slow.received)
    assert.match(answer, /^HTTP\/1.1 201 /)
  })

  // Red when the caller is identified after the body, or when the rest of a refused body has no time limit.
  test('callers without a session are refused before their upload, and disconnected soon', async ({
    assert,
  }) => {
    await boot({ bounds: { strangerLingerMs: aMinute } })
    const upload = client().send('POST /api/assets', form)
    const reading = client().send('GET /api/health/live', { 'content-length': '9999' })
    await until('both answers', () => upload.received && reading.received)
    assert.match(upload.received, /^HTTP\/1.1 401 /)
    assert.match(reading.received, /^HTTP\/1.1 200 /)
    await drip(aMinute - 1)
    assert.isTrue(await isStillThere())
    await drip(2)
    await allGone()
  })

  // Red when `check` ignores downloads.
  test('a download without a reader is ended', async ({ assert }) => {
    await boot({ bounds: { readerWindowMs: aMinute } })
    const { token } = await app.tenant('quay')
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(24 * 1024 * 1024)]), 'large.bin')
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as: token, body })
    const server = (await app.app.container.make('server')).getNodeServer() as Server
    const accepted = once(server, 'connection') as Promise<[Socket]>
    const lazy = client()
    const [held] = await accepted
    lazy.socket.pause()
    lazy.send(`GET /api/assets/${id}/content`, token.headers)
    await until('the answer to begin', () => held.bytesWritten > 0)
    await until('the server to drop it', () => {
      app.clock.advance(aMinute)
      return held.destroyed
    })
    assert.equal((await app.call('GET', '/api/assets', { as: token })).status, 200)
  })

  // Red without the connection listener.
  test('the connections of one client are limited', async ({ assert }) => {
    await boot({ bounds: { perClient: 5 } })
    const first = Array.from({ length: 5 }, () => client())
    await Promise.all(first.map(({ socket }) => once(socket, 'connect')))
    const sixth = client().send('GET /api/health/live')
    await allGone([sixth])
    assert.match(sixth.received, /^HTTP\/1.1 429 [^]*Close some and try again/)
    first[0]!.leave()
    await until('a place', async () => {
      const again = client().send('GET /api/health/live', { connection: 'close' })
      await allGone([again])
      return again.received.startsWith('HTTP/1.1 200')
    })
  })

  // Red when the proxy's connections count as one client's, or requests do not count.
  test('behind a proxy the concurrent requests of one client are limited', async ({ assert }) => {
    await boot({ bounds: { perClient: 5 }, settings: { TRUST_PROXY: true } })
    const json = { 'content-type': 'application/json', 'content-length': '500' }
    const from = (ip: string) => ({ ...json, 'x-forwarded-for': ip })
    for (let turn = 0; turn < 5; turn++) {
      client().send('POST /api/auth/magic-link', from('192.0.2.7'), '{')
    }
    const status = async (ip: string) => {
      const headers = { 'x-forwarded-for': ip }
      return (await app.call('GET', '/api/health/live', { headers })).status
    }
    await until('all places to be taken', async () => (await status('192.0.2.7')) === 429)
    assert.equal(await status('192.0.2.8'), 200)
    clients[0]!.leave()
    await until('a place', async () => (await status('192.0.2.7')) === 200)
  })
})

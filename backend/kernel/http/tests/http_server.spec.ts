// onOneDatabase: needs no database
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { createHttpServer, endKeptConnections } from '@crossdock/kernel/http'
import { readSettings, settings } from '@crossdock/kernel/settings'
import { testClock, until } from '@crossdock/kernel/testing'
import { clock } from '../../ground/clock.js'

/** The server's keep-alive time in seconds. */
async function keptFor(environment: Record<string, string>): Promise<number> {
  settings.provide({ ...readSettings(environment), APP_URL: 'http://x', APP_KEY: 'k'.repeat(32) })
  const server = createHttpServer((_, response) => response.end('here'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}`)
    await response.text()
    return Number(/^timeout=(\d+)$/.exec(response.headers.get('keep-alive') ?? '')?.[1])
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test.group('kept connections', () => {
  // Red when the server behind a proxy keeps Node's five seconds.
  test('a proxy closes its connections before the server does', async ({ assert }) => {
    const caddy = 120
    assert.isAbove(await keptFor({ TRUST_PROXY: 'true' }), caddy)
  })

  // Red when Node's five seconds apply: a request on a closing connection would fail.
  test('a client without a proxy can reuse its connection for a minute', async ({ assert }) => {
    assert.equal(await keptFor({}), 65)
  })

  // Red when idle connections are kept although the server is full.
  test('idle connections make room for the next client', async ({ assert, cleanup }) => {
    settings.provide({ ...readSettings({}), APP_URL: 'http://x', APP_KEY: 'k'.repeat(32) })
    const server = createHttpServer((_, response) => response.end('here'), { connections: 1 })
    cleanup(() => void server.close())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
    const first = connect(port, '127.0.0.1')
    first.write(request)
    await once(first, 'data')
    const second = connect(port, '127.0.0.1')
    second.on('error', () => undefined)
    await Promise.all([once(first, 'close'), once(second, 'close')])
    const third = connect(port, '127.0.0.1')
    third.write(request)
    assert.match(String((await once(third, 'data'))[0]), /here$/)
    third.destroy()
  })
})

test.group('A server that stops', () => {
  /** A server whose answers wait for `goOn`, and a connection that sends one request after another. */
  async function serving(cleanup: (work: () => void) => void) {
    cleanup(() => testClock.reset())
    settings.provide({ ...readSettings({}), APP_URL: 'http://x', APP_KEY: 'k'.repeat(32) })
    const waiting: (() => void)[] = []
    const server = createHttpServer((request, response) => {
      if (request.url === '/begun') response.write('begun ')
      if (request.url === '/') response.end('here')
      else waiting.push(() => response.end('here'))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const open = async () => {
      const client = connect(port, '127.0.0.1')
      let received = ''
      client.on('data', (piece) => (received += String(piece)))
      await once(client, 'connect')
      return {
        client,
        received: () => received,
        ask: (path: string) => client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
        closed: once(client, 'close'),
      }
    }
    return { server, waiting, open }
  }

  // Red when answers to earlier or later requests keep their connection.
  test('ends each connection with the next answer, and breaks off none', async ({
    assert,
    cleanup,
  }) => {
    const { server, waiting, open } = await serving(cleanup)
    const [before, after, begun] = [await open(), await open(), await open()]
    before.ask('/slow')
    begun.ask('/begun')
    after.ask('/')
    await until('the requests', () => waiting.length === 2 && after.received().endsWith('here'))
    assert.match(after.received(), /connection: keep-alive/i)
    const closed = once(server, 'close')
    endKeptConnections(server)
    server.close()
    // A connection that was idle at that moment still gets an answer.
    after.ask('/')
    await after.closed
    assert.match(after.received(), /connection: close\r\n[^]*here$/i)
    for (const goOn of waiting) goOn()
    await before.closed
    assert.match(before.received(), /connection: close\r\n[^]*here$/i)
    // These headers were already sent: the connection ends when it is idle.
    await until('the rest', () => /begun [^]*here/.test(begun.received()))
    testClock.advance(1_000)
    await Promise.all([begun.closed, closed])
  })

  // Red without the sweep: an idle client would hold the server until the shutdown timeout.
  test('does not wait for idle connections', async ({ assert, cleanup }) => {
    const { server, open } = await serving(cleanup)
    const idle = await open()
    idle.ask('/')
    await until('the answer', () => idle.received().endsWith('here'))
    const closed = once(server, 'close')
    endKeptConnections(server)
    server.close()
    testClock.advance(1_000)
    await Promise.all([idle.closed, closed])
    assert.isFalse(server.listening)
  })
})

test.group('A server that closes', () => {
  /** A server that started closing a second ago, and a client that had sent nothing before. */
  async function closing(cleanup: (work: () => void) => void, before: (client: Socket) => void) {
    cleanup(() => testClock.reset())
    settings.provide({ ...readSettings({}), APP_URL: 'http://x', APP_KEY: 'k'.repeat(32) })
    const server = createHttpServer((_, response) => response.end('here'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await Promise.all([once(client, 'connect'), once(server, 'connection')])
    const closed = once(server, 'close')
    const answer = text(client).catch(() => '')
    // Timers run before connections are read.
    await new Promise<void>((turned) => clock.after(0, turned))
    before(client)
    server.close()
    testClock.advance(1_000)
    await closed
    return await answer
  }

  // Red without `endSilent`: closing would wait for the shutdown timeout.
  test('does not wait for clients that sent nothing', async ({ assert, cleanup }) => {
    assert.equal(await closing(cleanup, () => undefined), '')
  })

  // Red when `endSilent` does not read pending data first.
  test('answers a request that is not read yet', async ({ assert, cleanup }) => {
    const request = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    assert.match(await closing(cleanup, (client) => client.write(request)), /here$/)
  })
})

// onOneDatabase: no database takes part
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { createHttpServer } from '@crossdock/kernel/http'
import { readSettings, settings } from '@crossdock/kernel/settings'
import { testClock } from '@crossdock/kernel/testing'
import { clock } from '../../ground/clock.js'

/** What a server says of how long it keeps a connection, in seconds. */
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

test.group('connections that are kept', () => {
  // Red when the server of a proxy is left at Node's five seconds.
  test('a proxy ends its own before the server does', async ({ assert }) => {
    const caddy = 120
    assert.isAbove(await keptFor({ TRUST_PROXY: 'true' }), caddy)
  })

  // Red when all are kept as long as a proxy's: a few hundred visitors would then hold every place there is.
  test('a visitor without a proxy keeps a place for seconds', async ({ assert }) => {
    assert.isAtMost(await keptFor({}), 10)
  })
})

test.group('A server that closes', () => {
  /** A server that closes a second ago, and a client of it that has sent nothing before. */
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
    // Timers are looked at before connections.
    await new Promise<void>((turned) => clock.after(0, turned))
    before(client)
    server.close()
    testClock.advance(1_000)
    await closed
    return await answer
  }

  // Red without `endSilent`: it would wait as long as whoever stops it lets it.
  test('waits for nobody who has sent nothing', async ({ assert, cleanup }) => {
    assert.equal(await closing(cleanup, () => undefined), '')
  })

  // Red when `endSilent` does not let what came be read first.
  test('answers who has sent something that is not read yet', async ({ assert, cleanup }) => {
    const request = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    assert.match(await closing(cleanup, (client) => client.write(request)), /here$/)
  })
})

import { pbkdf2Sync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { takeLastConnections } from '../start/last_connections.js'

/** The answer to a client that has already sent its request, or how it was disconnected. */
async function answered(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  try {
    return (await text(socket)).split('\r\n\r\n')[1]!
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

async function listening() {
  const server = createServer((_request, response) => response.end('hello'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

const hellos = (count: number) => Array<string>(count).fill('hello')

test.group('A process that stops', () => {
  // Red when it stops listening immediately, and when the current event loop turn, which accepts no
  // connections, counts.
  test('accepts and serves all waiting connections', async ({ assert }) => {
    const { server, port } = await listening()
    // The operating system has completed these connections, but the process has not accepted them yet.
    const clients = Array.from({ length: 20 }, () => answered(port))
    await takeLastConnections(server)
    assert.deepEqual(await Promise.all(clients), hellos(20))
    assert.isFalse(server.listening)
  })

  // Red when accepted connections are served immediately: each answer causes another request, without end.
  test('serves no connection before all are accepted', async ({ assert }) => {
    const { server, port } = await listening()
    const clients: Promise<string>[] = []
    const come = () => void clients.push(answered(port))
    server.on('request', () => server.listening && come())
    for (let at = 0; at < 10; at++) come()
    await takeLastConnections(server)
    assert.deepEqual(await Promise.all(clients), hellos(10))
  })

  // Red when only a short event loop turn ends it.
  test('ends although there is always other work', async ({ assert }) => {
    const { server } = await listening()
    let ended = false
    const busy = () => {
      // Longer than a short turn on any machine.
      pbkdf2Sync('work', 'salt', 5_000, 64, 'sha512')
      if (!ended) setImmediate(busy)
    }
    setImmediate(busy)
    await takeLastConnections(server)
    ended = true
    assert.isFalse(server.listening)
  })
})

import { pbkdf2Sync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { takeLastConnections } from '../start/last_connections.js'

/** What a client is answered that has sent its request already, or how it was cut off. */
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
  // Red when it stops listening at once, and when the turn it is asked in counts, in which it lets nobody in.
  test('lets in all who wait, and serves them', async ({ assert }) => {
    const { server, port } = await listening()
    // Connected by the operating system before the loop turns: nobody has been let in yet.
    const clients = Array.from({ length: 20 }, () => answered(port))
    await takeLastConnections(server)
    assert.deepEqual(await Promise.all(clients), hellos(20))
    assert.isFalse(server.listening)
  })

  // Red when whoever is let in is served at once: each answer brings another, and there is no end of them.
  test('serves nobody before all are let in', async ({ assert }) => {
    const { server, port } = await listening()
    const clients: Promise<string>[] = []
    const come = () => void clients.push(answered(port))
    server.on('request', () => server.listening && come())
    for (let at = 0; at < 10; at++) come()
    await takeLastConnections(server)
    assert.deepEqual(await Promise.all(clients), hellos(10))
  })

  // Red when only a short turn ends it.
  test('ends though there is always something else to do', async ({ assert }) => {
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

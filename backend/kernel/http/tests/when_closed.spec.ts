import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { whenClosed } from '../when_closed.js'

/** Answers of a server of our own, each for the test to end as it likes. */
async function answering(cleanup: (work: () => void) => void) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  return async () => {
    const asking = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
    asking.on('error', () => undefined).end()
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
    return { asking, response }
  }
}

test.group('The end of an answer', () => {
  test('is told to all who wait for it, once, when it was sent', async ({ assert, cleanup }) => {
    const ask = await answering(cleanup)
    const { asking, response } = await ask()
    const told: string[] = []
    whenClosed(response, () => told.push('one'))
    whenClosed(response, () => told.push('other'))
    response.write('words')
    assert.deepEqual(told, [])
    asking.on('response', (reply) => reply.resume())
    response.end()
    await once(response, 'close')
    assert.deepEqual(told, ['one', 'other'])
  })

  // Red when only answers that were sent end (`finish`).
  test('is told when the caller breaks off', async ({ assert, cleanup }) => {
    const ask = await answering(cleanup)
    const { asking, response } = await ask()
    const told: string[] = []
    whenClosed(response, () => told.push('one'))
    asking.destroy()
    await once(response, 'close')
    assert.deepEqual(told, ['one'])
  })

  // Red when nobody looks whether it has ended already: a place taken meanwhile would never be given back.
  test('is told at once to who comes after it', async ({ assert, cleanup }) => {
    const ask = await answering(cleanup)
    const { asking, response } = await ask()
    asking.destroy()
    await once(response, 'close')
    const told: string[] = []
    whenClosed(response, () => told.push('late'))
    assert.deepEqual(told, ['late'])
  })
})

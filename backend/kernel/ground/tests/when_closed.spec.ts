import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { whenClosed } from '../when_closed.js'

/** Answers of a test server; the test ends each of them. */
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
  test('calls each callback once after the answer was sent', async ({ assert, cleanup }) => {
    const ask = await answering(cleanup)
    const { asking, response } = await ask()
    const calls: string[] = []
    whenClosed(response, () => calls.push('one'))
    whenClosed(response, () => calls.push('other'))
    response.write('words')
    assert.deepEqual(calls, [])
    asking.on('response', (reply) => reply.resume())
    response.end()
    await once(response, 'close')
    assert.deepEqual(calls, ['one', 'other'])
  })

  // Red when only complete answers count (`finish`).
  test('calls back when the caller disconnects', async ({ assert, cleanup }) => {
    const ask = await answering(cleanup)
    const { asking, response } = await ask()
    const calls: string[] = []
    whenClosed(response, () => calls.push('one'))
    asking.destroy()
    await once(response, 'close')
    assert.deepEqual(calls, ['one'])
  })

  // Red when an earlier end is not noticed: a place taken after it would never be released.
  test('calls back immediately when it is already over', async ({ assert, cleanup }) => {
    const ask = await answering(cleanup)
    const { asking, response } = await ask()
    asking.destroy()
    await once(response, 'close')
    const calls: string[] = []
    whenClosed(response, () => calls.push('late'))
    assert.deepEqual(calls, ['late'])
  })
})

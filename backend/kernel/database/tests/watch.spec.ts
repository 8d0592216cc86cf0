// onOneDatabase: concerns SQLite's file
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { DatabaseSilent, DatabaseWatch } from '../watch/watch.js'

/** A server that accepts connections and never answers. */
async function silentServer() {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `postgres://user@127.0.0.1:${(server.address() as AddressInfo).port}/x` }
}

// Red when the watch ignores callers that wait for a connection. They would wait for the driver's own limit, or
// forever.
test('a silence rejects callers that wait for a connection; a late connection is returned', async ({
  assert,
  cleanup,
}) => {
  const { server, url } = await silentServer()
  cleanup(() => void server.close())
  const watch = new DatabaseWatch(url, () => undefined)
  cleanup(() => watch.stop())
  watch.start()

  let arrive: (connection: string) => void = () => undefined
  const given: string[] = []
  const waiting = watch.whileAnswering(
    () => new Promise<string>((resolve) => (arrive = resolve)),
    (late) => void given.push(late)
  )
  await assert.rejects(() => waiting, DatabaseSilent)
  arrive('late')
  await Promise.resolve()
  assert.deepEqual(given, ['late'])
  const later = () =>
    watch.whileAnswering(
      async () => 'new',
      () => undefined
    )
  await assert.rejects(later, DatabaseSilent)
})

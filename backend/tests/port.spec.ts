// onOneDatabase: no database takes part
import { tracingChannel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { test } from '@japa/runner'
import { freePort } from '@crossdock/backend/testing'
import { assertPortIsFree } from '@crossdock/kernel/boot'
import { readSettings } from '@crossdock/kernel/settings'
import { checkServer } from '../kernel/doctor/check_process.js'

test.group('The port of a server that starts', () => {
  // Red when it listens to find out: a balancer's requests would be accepted, and cut off.
  test('is checked without listening on it', async ({ assert, cleanup }) => {
    let listened = 0
    const heard = { asyncStart: () => void listened++ }
    const listening = tracingChannel('net.server.listen')
    const port = await freePort()
    listening.subscribe(heard as never)
    cleanup(() => void listening.unsubscribe(heard as never))
    await assertPortIsFree('127.0.0.1', port)
    await assertPortIsFree('localhost', port)
    // Red when the doctor listens: it would accept requests of a server that starts at the same time.
    const settings = readSettings({ PORT: String(port), DATA_DIR: tmpdir() })
    assert.deepEqual(await checkServer(settings), [{ status: 'ok', says: 'No server runs here.' }])
    assert.equal(listened, 0)
    const other = createServer().listen(0, '127.0.0.1')
    cleanup(() => void other.close())
    await once(other, 'listening')
    assert.equal(listened, 1)
  })

  test('is refused while another program uses it on any address', async ({ assert, cleanup }) => {
    const other = createServer().listen(0, '127.0.0.1')
    cleanup(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    for (const host of ['127.0.0.1', 'localhost', '0.0.0.0']) {
      await assert.rejects(() => assertPortIsFree(host, port), /EADDRINUSE/)
    }
    await assert.rejects(() => assertPortIsFree('192.0.2.1', port), /EADDRNOTAVAIL/)
  })
})

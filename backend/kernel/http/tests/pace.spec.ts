// onOneDatabase: needs no database
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import { createHttpServer } from '@crossdock/kernel/http'
import { readSettings, settings } from '@crossdock/kernel/settings'
import { soonMs, testClock, until } from '@crossdock/kernel/testing'
import { taken } from '../pace.js'
import { SecurityLog, useSecurityLog } from '../../ground/security_log.js'

const windowMs = 60_000

test.group('a very slow reader', (group) => {
  let server: Server
  let reader: Socket
  let codes: string[]

  group.each.setup(() => {
    settings.provide({ ...readSettings({}), APP_URL: 'http://x', APP_KEY: 'k'.repeat(32) })
    codes = []
    const destination = new Writable({
      write(chunk, _encoding, done) {
        codes.push(JSON.parse(String(chunk)).code)
        done()
      },
    })
    useSecurityLog(new SecurityLog(new Logger({ enabled: true, destination })))
    return () => {
      testClock.reset()
      useSecurityLog(undefined)
      reader.destroy()
      server.close()
    }
  })

  /** Requests more than all buffers hold and reads nothing; returns the server's end. */
  async function askAndWait(readerWindowMs: number, timeoutMs: number): Promise<Socket> {
    server = createHttpServer((_, response) => response.end(Buffer.alloc(64 * 1024 * 1024)), {
      readerWindowMs,
    })
    server.timeout = timeoutMs
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const accepted = once(server, 'connection') as Promise<[Socket]>
    reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    reader.on('error', () => undefined)
    reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [held] = await accepted
    await until('the answer to begin', () => held.bytesWritten > 0)
    return held
  }

  // Red when filling the buffers counts as progress: then only the second window would cut it.
  test('is disconnected after one window, and logged', async ({ assert }) => {
    const held = await askAndWait(windowMs, 0)
    await until('nothing to move any more', async () => {
      const before = taken(held)
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
      return taken(held) === before
    })
    // The first check finds a waiting client; the next one finds that a window has passed.
    testClock.advance(1_000)
    assert.isFalse(held.destroyed)
    testClock.advance(windowMs)
    assert.isTrue(held.destroyed)
    assert.deepEqual(codes, ['E_SLOW_READER'])
  })

  // Red when the server's own timeout drops it without a log line.
  test('is also logged when nothing moves at all', async ({ assert }) => {
    const held = await askAndWait(3_600_000, soonMs)
    await until('the server to drop it', () => held.destroyed)
    assert.deepEqual(codes, ['E_SLOW_READER'])
  })
})

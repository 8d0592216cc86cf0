// onOneDatabase: no database takes part
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { TestContext } from '@japa/runner/core'
import { test } from '@japa/runner'
import { until } from '../../testing/index.js'
import {
  EgressRefused,
  EgressTimeout,
  EgressTooLarge,
  EgressUnreachable,
  type Egress,
  type EgressStreamRequest,
} from '../index.js'
import { drip, httpServer, tcpServer } from './servers.js'
import { boundMs, egressFor, failure, pass } from './support.js'

const MiB = 1024 * 1024

const get = (egress: Egress, url: string, bounds: Partial<EgressStreamRequest> = {}) =>
  egress.stream({ method: 'GET', url, maxBytes: 100 * MiB, ...bounds })

/**
 * A server that sends endlessly, as fast as it is read; with the bytes sent so far, and whether its connection
 * has ended.
 */
async function endlessServer(t: TestContext) {
  const seen = { sent: 0, closed: false }
  async function* endless() {
    for (;;) {
      seen.sent += 64 * 1024
      yield Buffer.alloc(64 * 1024)
    }
  }
  const { url } = await httpServer(t, (_, response) => {
    response.on('close', () => (seen.closed = true))
    Readable.from(endless())
      .on('error', () => {})
      .pipe(response)
  })
  return { url, seen }
}

const closed = (seen: { closed: boolean }) =>
  until('the connection to be closed', () => seen.closed)

test.group('Egress streams', () => {
  test('returns status and headers immediately, and the bytes as they arrive', async (t) => {
    const answers: ServerResponse[] = []
    const server = await httpServer(t, (request, response) => {
      response.writeHead(206, { 'x-seen': [request.method!, request.headers['range']!] })
      response.write('first ')
      answers.push(response)
    })
    const egress = egressFor(t)
    const headers = { range: 'bytes=0-11' }
    const answer = await get(egress, server.url, { headers })
    t.assert.equal(answer.status, 206)
    t.assert.equal(answer.headers['x-seen'], 'GET, bytes=0-11')
    const [first] = (await once(answer.body, 'data')) as [Buffer]
    t.assert.equal(first.toString(), 'first ')
    answers[0]!.end('second')
    t.assert.equal((await buffer(answer.body)).toString(), 'second')
  })

  test('a fully read stream leaves its connection to the next', async (t) => {
    const server = await httpServer(t, (_, response) => response.end(Buffer.alloc(3 * MiB)))
    const egress = egressFor(t)
    for (let i = 0; i < 10; i++) {
      t.assert.lengthOf(await buffer((await get(egress, server.url)).body), 3 * MiB)
    }
    t.assert.isAtMost(server.connections, 2)
  })

  test('does not follow redirects', async (t) => {
    const target = await httpServer(t, (_, response) => response.end('inside'))
    const server = await httpServer(t, (_, response) => {
      response.writeHead(302, { Location: target.url }).end()
    })
    const { status, headers, body } = await get(egressFor(t), server.url)
    t.assert.deepEqual([status, headers['location']], [302, target.url])
    t.assert.lengthOf(await buffer(body), 0)
    t.assert.equal(target.connections, 0)
  })

  test('refuses anything but a plain http(s) call', async (t) => {
    const egress = egressFor(t)
    for (const url of ['file:///etc/passwd', 'http://user:hunter2@example.com/']) {
      t.assert.instanceOf(await failure(get(egress, url)), EgressRefused)
    }
  })

  // Red when the body is read ahead of its reader.
  test('the peer is read only as fast as the stream', async (t) => {
    const { url, seen } = await endlessServer(t)
    const { body } = await get(egressFor(t), url)
    const gate = Promise.withResolvers<void>()
    let taken = 0
    const slow = new Writable({
      write(chunk: Buffer, _encoding, done) {
        taken += chunk.length
        gate.promise.then(() => done(), done)
      },
    })
    const reading = pipeline(body, slow)
    reading.catch(() => undefined)
    let before = -1
    // The buffers of both kernels fill, and then nothing moves.
    await until('the server to stall', () => {
      const isStalled = seen.sent === before
      before = seen.sent
      return isStalled
    })
    t.assert.isAtMost(taken, 64 * 1024)
    t.assert.isBelow(seen.sent, 32 * MiB)
    body.destroy()
    gate.resolve()
    await closed(seen)
  })
})

test.group('Egress streams, limits', () => {
  // Red when the size is not limited.
  test('an endless answer is cut at the limit and the connection is closed', async (t) => {
    const { url, seen } = await endlessServer(t)
    const { body } = await get(egressFor(t), url, { maxBytes: MiB })
    const error = await failure(buffer(body))
    t.assert.instanceOf(error, EgressTooLarge)
    t.assert.match(error.message, /at most 1048576 are read/)
    await closed(seen)
  })

  test('an answer that announces too many bytes is not started', async (t) => {
    const seen = { closed: false }
    const server = await httpServer(t, (_, response) => {
      response.on('close', () => (seen.closed = true))
      response.writeHead(200, { 'Content-Length': '5000000000' })
      response.write('x')
    })
    const error = await failure(get(egressFor(t), server.url))
    t.assert.equal(error.code, 'E_EGRESS_TOO_LARGE')
    await closed(seen)
  })

  // Red when the deadline ends with the headers.
  test('the deadline also covers a body that drips endlessly', async (t) => {
    const seen = { closed: false }
    const server = await httpServer(t, (_, response) => {
      drip(response)
      response.on('close', () => (seen.closed = true))
    })
    const bounds = { timeoutMs: boundMs, idleMs: 2 * boundMs }
    const { body } = await get(egressFor(t), server.url, bounds)
    const failed = failure(buffer(body))
    pass(t)
    const error = await failed
    t.assert.instanceOf(error, EgressTimeout)
    t.assert.include(error.message, 'within 60000 ms')
    await closed(seen)
  })

  // Red when silence has no limit: the deadline is an hour away.
  test('a silent server times out: {$self}')
    .with(['before its headers', 'after them', 'in the middle'])
    .run(async (t, when) => {
      const seen = { asked: false, closed: false }
      const server = await httpServer(t, (_, response) => {
        seen.asked = true
        response.on('close', () => (seen.closed = true))
        if (when === 'after them') response.flushHeaders()
        if (when === 'in the middle') response.write('half')
      })
      const answer = get(egressFor(t), server.url, { idleMs: boundMs })
      await until('the request', () => seen.asked)
      if (when === 'in the middle') await once((await answer).body, 'data')
      else if (when === 'after them') await answer
      const failed = failure(answer.then(({ body }) => buffer(body)))
      pass(t)
      const error = await failed
      t.assert.instanceOf(error, EgressTimeout)
      t.assert.match(error.message, /sent nothing for 60000 ms/)
      await closed(seen)
    })

  // Red when only the peer's silence counts, or a reader that stops is not cut off.
  test('a reader that stops reading is cut off: {$self}')
    .with(['it never began', 'it stopped', 'it left', 'it was given up'])
    .run(async (t, what) => {
      const { url, seen } = await endlessServer(t)
      const egress = egressFor(t)
      const { body } = await get(egress, url, { idleMs: boundMs })
      // Unlike `once`, does not reject on an earlier error.
      const ended = new Promise((resolve) => body.once('close', resolve))
      if (what === 'it stopped') {
        body.once('data', () => body.pause())
      } else if (what === 'it left') {
        for await (const _piece of body) break
      } else if (what === 'it was given up') {
        body.destroy()
      }
      const isKept = what === 'it never began' || what === 'it stopped'
      if (isKept) {
        await until('something to be read', () => body.readableLength > 0)
        // The remaining bytes still fill the buffers.
        await until('it to be cut off', () => (pass(t), body.destroyed))
      }
      await ended
      await closed(seen)
      if (isKept) t.assert.match(String(body.errored), /was not read for 60000 ms/)
    })

  // Red when a truncated answer ends like a complete one.
  test('a truncated answer is never taken for a complete one: {$self}')
    .with(['Content-Length: 100\r\n\r\nhalf', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'])
    .run(async (t, rest) => {
      const server = await tcpServer(t, (socket) => {
        socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${rest}`))
      })
      const { body } = await get(egressFor(t), server.url)
      t.assert.instanceOf(await failure(buffer(body)), EgressUnreachable)
    })

  test('the caller can cancel a stream with its own reason', async (t) => {
    const { url, seen } = await endlessServer(t)
    const egress = egressFor(t)
    const controller = new AbortController()
    const reason = new Error('The execution was cancelled')
    const { body } = await get(egress, url, { signal: controller.signal })
    const reading = buffer(body)
    controller.abort(reason)
    await reading.then(
      () => t.assert.fail('went through'),
      (error) => t.assert.strictEqual(error, reason)
    )
    await closed(seen)
    await get(egress, url, { signal: controller.signal }).then(
      () => t.assert.fail('went through'),
      (error) => t.assert.strictEqual(error, reason)
    )
  })

  // Red when close() waits for streams: a download may take an hour.
  test('a stopping server ends its streams', async (t) => {
    const { url, seen } = await endlessServer(t)
    const egress = egressFor(t)
    const { body } = await get(egress, url)
    await egress.close()
    t.assert.include((await failure(buffer(body))).message, 'Crossdock is stopping')
    await closed(seen)
  })
})

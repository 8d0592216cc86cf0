// onOneDatabase: no database takes part
import { Readable } from 'node:stream'
import { test } from '@japa/runner'
import { EgressRefused, EgressTimeout, EgressTooLarge, EgressUnreachable } from '../index.js'
import { soonMs, until } from '../../testing/index.js'
import { drip, httpServer, tcpServer } from './servers.js'
import { boundMs, egressFor, failure, pass } from './support.js'

test.group('Egress requests', () => {
  test('sends method, headers and body and answers status, headers and body', async (t) => {
    const server = await httpServer(t, async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      response.writeHead(201, { 'Content-Type': 'application/json', 'Set-Cookie': ['a=1', 'b=2'] })
      response.end(
        JSON.stringify({
          method: request.method,
          path: request.url,
          header: request.headers['x-order'],
          body: Buffer.concat(chunks).toString(),
        })
      )
    })
    const answer = await egressFor(t).request({
      method: 'post',
      url: `${server.url}/orders?page=2`,
      headers: { 'X-Order': '17' },
      body: 'hello',
    })
    t.assert.equal(answer.status, 201)
    t.assert.equal(answer.headers['content-type'], 'application/json')
    t.assert.equal(answer.headers['set-cookie'], 'a=1, b=2')
    t.assert.deepEqual(JSON.parse(answer.body.toString()), {
      method: 'POST',
      path: '/orders?page=2',
      header: '17',
      body: 'hello',
    })
    t.assert.isAtLeast(answer.durationMs, 0)
  })

  test('sends a stream, and gives back the failure of the stream itself', async (t) => {
    let received = 0
    const server = await httpServer(t, async (request, response) => {
      request.on('error', () => {})
      request.on('data', (chunk: Buffer) => (received += chunk.length))
      request.on('end', () => response.end())
    })
    const egress = egressFor(t)
    const parts = Array.from({ length: 32 }, () => Buffer.alloc(64 * 1024))
    await egress.request({ method: 'PUT', url: server.url, body: Readable.from(parts) })
    t.assert.equal(received, 2 * 1024 * 1024)

    const missing = new Error('the file is not in the store')
    async function* broken() {
      yield Buffer.alloc(10)
      throw missing
    }
    await egress.request({ method: 'PUT', url: server.url, body: broken() }).then(
      () => t.assert.fail('went through'),
      (error) => t.assert.strictEqual(error, missing)
    )
  })

  test('keeps connections and uses them again', async (t) => {
    const server = await httpServer(t, (_, response) => response.end('ok'))
    const egress = egressFor(t)
    for (let i = 0; i < 20; i++) await egress.request({ method: 'GET', url: server.url })
    // A request sent in the moment an answer ends may find its connection not yet free.
    t.assert.isAtMost(server.connections, 2)
  })

  test('does not follow redirects', async (t) => {
    const target = await httpServer(t, (_, response) => response.end('inside'))
    const server = await httpServer(t, (_, response) => {
      response.writeHead(302, { Location: target.url }).end()
    })
    const answer = await egressFor(t).request({ method: 'GET', url: server.url })
    t.assert.equal(answer.status, 302)
    t.assert.equal(answer.headers['location'], target.url)
    t.assert.equal(target.connections, 0)
  })
})

test.group('Egress requests that are none', () => {
  test('refuses what is not a plain http(s) call: {url}')
    .with([
      { url: 'file:///etc/passwd', says: 'http:// and https://' },
      { url: 'gopher://example.com/', says: 'http:// and https://' },
      { url: '/relative', says: 'not a complete URL' },
      { url: 'http://user:hunter2@example.com/', says: 'user name or password' },
    ])
    .run(async (t, { url, says }) => {
      const error = await failure(egressFor(t).request({ method: 'GET', url }))
      t.assert.instanceOf(error, EgressRefused)
      t.assert.include(error.message, says)
      t.assert.notInclude(error.message, 'hunter2')
    })

  test('refuses headers that smuggle, and never repeats their value', async (t) => {
    const egress = egressFor(t)
    const url = 'http://127.0.0.1:1/'
    for (const headers of [
      { Authorization: 'Bearer s3cr3t\r\nX-Evil: 1' },
      { 'Transfer-Encoding': 's3cr3t' },
      { 'Bad Name': 's3cr3t' },
      // Red when host is no connection header.
      { hOsT: 's3cr3t' },
      { ':authority': 's3cr3t' },
    ] as Record<string, string>[]) {
      const error = await failure(egress.request({ method: 'GET', url, headers }))
      t.assert.instanceOf(error, EgressRefused)
      t.assert.notInclude(error.message, 's3cr3t')
    }
    t.assert.include(
      (await failure(egress.request({ method: 'TRACE', url }))).message,
      'not a method'
    )
  })
})

test.group('Egress bounds', () => {
  test('one deadline covers a server that never answers', async (t) => {
    const server = await httpServer(t, () => {})
    const error = await failure(
      egressFor(t).request({ method: 'GET', url: `${server.url}/?key=s3cr3t`, timeoutMs: soonMs })
    )
    t.assert.instanceOf(error, EgressTimeout)
    t.assert.include(error.message, `127.0.0.1:${server.port}`)
    t.assert.notInclude(error.message, 's3cr3t')
  })

  test('the deadline also covers a body that drips', async (t) => {
    let begun = false
    const server = await httpServer(t, (_, response) => {
      drip(response)
      begun = true
    })
    const failed = failure(
      egressFor(t).request({ method: 'GET', url: server.url, timeoutMs: boundMs })
    )
    await until('it to drip', () => begun)
    pass(t)
    t.assert.equal((await failed).code, 'E_EGRESS_TIMEOUT')
  })

  test('the deadline also covers a name that is never resolved', async (t) => {
    let giveUp: (reason: Error) => void = () => {}
    const egress = egressFor(t, {
      resolve: () => new Promise((_, reject) => (giveUp = reject)),
    })
    const error = await failure(
      egress.request({ method: 'GET', url: 'http://slow.example/', timeoutMs: soonMs })
    )
    giveUp(new Error('DNS gave up'))
    t.assert.equal(error.code, 'E_EGRESS_TIMEOUT')
  })

  // Red when the size is not bounded.
  test('an endless answer is cut at the bound and the connection is closed', async (t) => {
    let closed: () => void
    const connectionClosed = new Promise<void>((resolve) => (closed = resolve))
    const server = await httpServer(t, (_, response) => {
      response.on('close', () => closed())
      Readable.from(endless()).pipe(response)
    })
    const error = await failure(
      egressFor(t).request({ method: 'GET', url: server.url, maxResponseBytes: 100_000 })
    )
    t.assert.instanceOf(error, EgressTooLarge)
    t.assert.include(error.message, '100000 bytes')
    await connectionClosed
  })

  test('an answer announced too large is not read', async (t) => {
    const server = await httpServer(t, (_, response) => {
      response.writeHead(200, { 'Content-Length': '5000000000' })
      response.write('x')
    })
    const error = await failure(egressFor(t).request({ method: 'GET', url: server.url }))
    t.assert.equal(error.code, 'E_EGRESS_TOO_LARGE')
    t.assert.include(error.message, '5000000000')
  })

  test('HEAD of a large resource is fine', async (t) => {
    const server = await httpServer(t, (_, response) => {
      response.writeHead(200, { 'Content-Length': '5000000000' }).end()
    })
    const answer = await egressFor(t).request({ method: 'HEAD', url: server.url })
    t.assert.equal(answer.headers['content-length'], '5000000000')
    t.assert.lengthOf(answer.body, 0)
  })

  test('a Content-Length larger than the body is an unreachable system, not a short body', async (t) => {
    const server = await tcpServer(t, (socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'))
    })
    const error = await failure(egressFor(t).request({ method: 'GET', url: server.url }))
    t.assert.instanceOf(error, EgressUnreachable)
  })

  test('huge headers and answers that are not HTTP are named', async (t) => {
    const huge = await tcpServer(t, (socket) => {
      socket.once('data', () =>
        socket.write(`HTTP/1.1 200 OK\r\nX-Big: ${'a'.repeat(200_000)}\r\n`)
      )
    })
    const egress = egressFor(t)
    const tooLarge = await failure(egress.request({ method: 'GET', url: huge.url }))
    t.assert.equal(tooLarge.code, 'E_EGRESS_TOO_LARGE')

    const noise = await tcpServer(t, (socket) => {
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n'))
    })
    const notHttp = await failure(egress.request({ method: 'GET', url: noise.url }))
    t.assert.include(notHttp.message, 'not valid HTTP')
  })

  test('a refused connection, an unknown name and a TLS failure are told apart', async (t) => {
    const closed = await tcpServer(t, (socket) => socket.destroy())
    const egress = egressFor(t, {
      allow: ['127.0.0.1/32'],
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
      },
    })
    const dropped = await failure(egress.request({ method: 'GET', url: closed.url }))
    t.assert.instanceOf(dropped, EgressUnreachable)

    const refused = await failure(egress.request({ method: 'GET', url: 'http://127.0.0.1:1/' }))
    t.assert.include(refused.message, 'the connection was refused')

    const unknown = await failure(egress.request({ method: 'GET', url: 'http://no.example/' }))
    t.assert.include(unknown.message, 'does not exist in DNS')

    const plain = await httpServer(t, (_, response) => response.end())
    const noTls = await failure(
      egress.request({ method: 'GET', url: plain.url.replace('http:', 'https:') })
    )
    t.assert.instanceOf(noTls, EgressUnreachable)
  })

  test('the caller cancels a call in flight with a reason of its own', async (t) => {
    const controller = new AbortController()
    const reason = new Error('The execution was cancelled')
    const server = await httpServer(t, () => controller.abort(reason))
    const egress = egressFor(t)
    const call = egress.request({ method: 'GET', url: server.url, signal: controller.signal })
    await call.then(
      () => t.assert.fail('went through'),
      (error) => t.assert.strictEqual(error, reason)
    )
    await egress.request({ method: 'GET', url: server.url, signal: controller.signal }).then(
      () => t.assert.fail('went through'),
      (error) => t.assert.strictEqual(error, reason)
    )
    t.assert.equal(server.connections, 1)
  })
})

async function* endless() {
  for (;;) yield Buffer.alloc(16 * 1024)
}

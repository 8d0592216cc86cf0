// onOneDatabase: no database takes part
import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { test } from '@japa/runner'
import {
  EgressRefused,
  EgressTimeout,
  EgressTooLarge,
  EgressUnreachable,
  EgressUnreadable,
} from '../index.js'
import { soonMs, until } from '../../testing/index.js'
import { drip, httpServer, tcpServer } from './servers.js'
import { boundMs, egressFor, failure, pass } from './support.js'

test.group('Egress requests', () => {
  test('sends method, headers and body and returns status, headers and body', async (t) => {
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

  test('sends a stream, and rejects with the error of the stream', async (t) => {
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

  test('keeps connections and reuses them', async (t) => {
    const server = await httpServer(t, (_, response) => response.end('ok'))
    const egress = egressFor(t)
    for (let i = 0; i < 20; i++) await egress.request({ method: 'GET', url: server.url })
    // A request sent just as an answer ends may find its connection still busy.
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

test.group('Egress answers', () => {
  test('a packed answer is unpacked, and its headers match', async (t) => {
    const server = await httpServer(t, (request, response) => {
      response.writeHead(200, {
        'Content-Encoding': 'gzip',
        'X-Said': request.headers['accept-encoding'],
      })
      response.end(zlib.gzipSync('hello'))
    })
    const { headers, body } = await egressFor(t).request({ method: 'GET', url: server.url })
    t.assert.equal(body.toString(), 'hello')
    t.assert.notProperty(headers, 'content-encoding')
    t.assert.equal(headers['x-said'], 'gzip, deflate, br, zstd')
    // A stream is returned as sent.
    const maxBytes = 1000
    const stream = await egressFor(t).stream({ method: 'GET', url: server.url, maxBytes })
    stream.body.resume()
    t.assert.equal(stream.headers['x-said'], 'identity')
  })

  test('an answer with a transfer coding is unpacked as well', async (t) => {
    const packed = zlib.gzipSync('hello')
    const server = await tcpServer(t, (socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n')
        socket.write(`${packed.length.toString(16)}\r\n`)
        socket.write(packed)
        socket.end('\r\n0\r\n\r\n')
      })
    })
    const { body } = await egressFor(t).request({ method: 'GET', url: server.url })
    t.assert.equal(body.toString(), 'hello')
  })

  // Red when the limit counts packed bytes only.
  test('a decompression bomb and damaged bytes fail with a reason', async (t) => {
    let answer = zlib.gzipSync(Buffer.alloc(1_000_000))
    const server = await httpServer(t, (_, response) => {
      response.writeHead(207, { 'Content-Encoding': 'gzip', 'X-Kept': '1' }).end(answer)
    })
    const call = { method: 'GET', url: server.url, maxResponseBytes: 100_000 }
    const bomb = await failure(egressFor(t).request(call))
    t.assert.equal(bomb.code, 'E_EGRESS_TOO_LARGE')
    t.assert.include(bomb.message, 'once they are unpacked')
    answer = Buffer.from('plain')
    const damaged = (await failure(egressFor(t).request(call))) as EgressUnreadable
    t.assert.instanceOf(damaged, EgressUnreadable)
    t.assert.deepInclude(damaged.answer, { status: 207 })
    t.assert.deepInclude(damaged.answer.headers, { 'x-kept': '1' })
    t.assert.isTrue(damaged.isDamaged)
  })

  test('HEAD of a packed resource has nothing to unpack', async (t) => {
    const server = await httpServer(t, (_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end()
    })
    const answer = await egressFor(t).request({ method: 'HEAD', url: server.url })
    t.assert.equal(answer.headers['content-encoding'], 'gzip')
  })

  test('the query is sent exactly as in the address', async (t) => {
    const server = await httpServer(t, (request, response) => response.end(request.url))
    const egress = egressFor(t)
    for (const [typed, sent] of [
      ["/a?$f='A',b:c;d&&", "/a?$f='A',b:c;d&&"],
      ['/a?', '/a?'],
      ['?a?b#c?d', '/?a?b'],
      ['/a#b?c', '/a'],
      ['/a?b c\u00e9\ud83d\ude00\u212a\u017f', '/a?b%20c%C3%A9%F0%9F%98%80%E2%84%AA%C5%BF'],
      ['/a?b\r\nX-Evil: 1', '/a?b%0D%0AX-Evil:%201'],
    ]) {
      const { body } = await egress.request({ method: 'GET', url: server.url + typed })
      t.assert.equal(body.toString(), sent)
    }
  })

  // Red when sockets are read by undici directly: it ends the connection.
  test('an unrequested "100 Continue" is ignored: {name}')
    .with([
      { name: 'one', parts: ['HTTP/1.1 100 Continue\r\n\r\n', 'ANSWER'] },
      { name: 'in one piece', parts: ['HTTP/1.1 100 Continue\r\n\r\nANSWER'] },
      {
        name: 'two with headers',
        parts: ['HTTP/1.1 100 \r\nA: b\r\n\r\nHTTP/1.0 100 C\r\n\r\nANSWER'],
      },
      { name: 'byte by byte', parts: [...'HTTP/1.1 100 Continue\r\n\r\nANSWER'] },
      {
        name: 'none',
        parts: ['H', 'TTP/1.1 200 OK\r\nContent-Length: 18\r\n\r\n', 'HTTP/1.1 100 text\n'],
      },
    ])
    .run(async (t, { parts }) => {
      const text = 'HTTP/1.1 100 text\n'
      const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`
      const all = parts.map((part) => part.replace('ANSWER', answer))
      const whole = all.join('').replace('ANSWER', answer)
      const pieces = all.length > 10 ? [...whole] : all
      const server = await tcpServer(t, (socket) => {
        socket.setNoDelay(true)
        socket.on('data', () => {
          const rest = [...pieces]
          const next = () => {
            const piece = rest.shift()
            if (piece !== undefined) socket.write(piece, () => setImmediate(next))
          }
          next()
        })
      })
      const egress = egressFor(t)
      for (let i = 0; i < 2; i++) {
        const { status, body } = await egress.request({
          method: 'POST',
          url: server.url,
          body: 'x',
        })
        t.assert.equal(status, 200)
        t.assert.equal(body.toString(), text)
      }
    })

  test('an answer that states its length twice, or switches the protocol, fails with that reason', async (t) => {
    let answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi'
    const server = await tcpServer(t, (socket) => {
      socket.once('data', () => socket.end(answer))
    })
    const twice = await failure(egressFor(t).request({ method: 'GET', url: server.url }))
    t.assert.include(twice.message, 'states its length twice')
    answer = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n'
    const changed = await failure(egressFor(t).request({ method: 'GET', url: server.url }))
    t.assert.include(changed.message, 'switches to another protocol')
  })
})

test.group('Invalid egress requests', () => {
  test('refuses anything but a plain http(s) call: {url}')
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

  test('refuses smuggling headers, and never repeats their value', async (t) => {
    const egress = egressFor(t)
    const url = 'http://127.0.0.1:1/'
    for (const headers of [
      { Authorization: 'Bearer s3cr3t\r\nX-Evil: 1' },
      { 'Transfer-Encoding': 's3cr3t' },
      { 'Bad Name': 's3cr3t' },
      // Red when host is not treated as a connection header.
      { hOsT: 's3cr3t' },
      { ':authority': 's3cr3t' },
    ] as Record<string, string>[]) {
      const error = await failure(egress.request({ method: 'GET', url, headers }))
      t.assert.instanceOf(error, EgressRefused)
      t.assert.notInclude(error.message, 's3cr3t')
    }
    t.assert.include(
      (await failure(egress.request({ method: 'TRACE', url }))).message,
      'does not send the method'
    )
  })
})

test.group('Egress limits', () => {
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

  // Red when the size is not limited.
  test('an endless answer is cut at the limit and the connection is closed', async (t) => {
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

  test('an answer that announces too many bytes is not read', async (t) => {
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

  test('a Content-Length larger than the body counts as unreachable, not as a short body', async (t) => {
    const server = await tcpServer(t, (socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'))
    })
    const error = await failure(egressFor(t).request({ method: 'GET', url: server.url }))
    t.assert.instanceOf(error, EgressUnreachable)
  })

  test('huge headers and answers that are not HTTP have their own errors', async (t) => {
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

  test('a refused connection, an unknown name and a TLS failure have different errors', async (t) => {
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

  test('the caller can cancel a call in flight with its own reason', async (t) => {
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

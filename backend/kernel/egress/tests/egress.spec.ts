import { Readable } from 'node:stream'
import type { TestContext } from '@japa/runner/core'
import { test } from '@japa/runner'
import {
  Egress,
  EgressError,
  EgressRefused,
  EgressTimeout,
  EgressTooLarge,
  EgressUnreachable,
  parseRange,
  type AllowedRange,
  type EgressOptions,
  type EgressRefusal,
} from '../index.js'
import { newContext, runInContext } from '@crossdock/kernel/tenancy'
import { httpServer, tcpServer } from './servers.js'

function egressFor(t: TestContext, options: EgressOptions = { allow: ['127.0.0.1/32'] }) {
  const egress = new Egress(options)
  t.cleanup(() => egress.close())
  return egress
}

async function failure(promise: Promise<unknown>): Promise<EgressError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof EgressError) return error
    throw error
  }
  throw new Error('The request went through')
}

const refusedWords =
  /^\S+ is not reachable from here: it is in a private range the operator has not opened\.$/

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

test.group('Egress guard', () => {
  // Red when an address written as such is not checked.
  test('refuses {$self} without connecting')
    .with([
      'http://127.0.0.1:PORT/',
      'http://127.1:PORT/',
      'http://2130706433:PORT/',
      'http://0x7f000001:PORT/',
      'http://0177.0.0.1:PORT/',
      'http://127.0.0.1.:PORT/',
      'http://[::ffff:127.0.0.1]:PORT/',
      'http://[::ffff:7f00:1]:PORT/',
      'http://localhost:PORT/',
      'http://0.0.0.0:PORT/',
    ])
    .run(async (t, url) => {
      const server = await httpServer(t, (_, response) => response.end('inside'))
      const told: EgressRefusal[] = []
      const egress = egressFor(t, { onRefusal: (refusal) => told.push(refusal) })
      const error = await failure(
        egress.request({ method: 'GET', url: url.replace('PORT', String(server.port)) })
      )
      t.assert.deepInclude(told[0], { port: server.port, tenantId: null })
      t.assert.instanceOf(error, EgressRefused)
      t.assert.equal(error.code, 'E_EGRESS_REFUSED')
      t.assert.match(error.message, refusedWords)
      t.assert.equal(server.connections, 0)
    })

  // Red when only the first address of a name is checked.
  test('refuses a name that has one forbidden address among its answers', async (t) => {
    const server = await httpServer(t, (_, response) => response.end('inside'))
    const told: EgressRefusal[] = []
    const egress = egressFor(t, {
      allow: ['127.0.0.1/32'],
      resolve: async () => ['127.0.0.1', '10.0.0.5'],
      onRefusal: (refusal) => told.push(refusal),
    })
    const error = await failure(
      egress.request({ method: 'GET', url: `http://partner.example:${server.port}/` })
    )
    // Red when the sentence says where the name leads: it would answer questions about inner names.
    t.assert.match(error.message, refusedWords)
    t.assert.notMatch(JSON.stringify({ ...error }) + error.message, /10\.0|loopback|link-local/)
    const where = { host: 'partner.example', address: '10.0.0.5', port: server.port }
    t.assert.deepEqual(told, [{ tenantId: null, ...where, reason: 'a private address' }])
    t.assert.equal(server.connections, 0)
  })

  // Red when the name is resolved again for the connection.
  test('connects to the address that was checked, whatever the name means later', async (t) => {
    const server = await httpServer(t, (request, response) => response.end(request.headers.host))
    const asked: string[] = []
    const egress = egressFor(t, {
      allow: [`127.0.0.1/32:${server.port}`],
      resolve: async (hostname) => {
        asked.push(hostname)
        return asked.length === 1 ? ['127.0.0.1'] : ['169.254.169.254']
      },
    })
    const url = `http://rebinding.example:${server.port}/`
    const answer = await egress.request({ method: 'GET', url })
    t.assert.equal(answer.body.toString(), `rebinding.example:${server.port}`)
    t.assert.deepEqual(asked, ['rebinding.example'])

    const second = new Egress({ resolve: async () => ['169.254.169.254'] })
    t.cleanup(() => second.close())
    t.assert.match((await failure(second.request({ method: 'GET', url }))).message, refusedWords)
  })

  // Red when the port of an opened range is not looked at.
  test('reaches an opened port and no other on the same address', async (t) => {
    const open = await httpServer(t, (_, response) => response.end('open'))
    const closed = await httpServer(t, (_, response) => response.end('closed'))
    const egress = egressFor(t, { allow: [`127.0.0.1/32:${open.port}`] })
    t.assert.equal((await egress.request({ method: 'GET', url: open.url })).status, 200)
    await failure(egress.request({ method: 'GET', url: closed.url }))
    await failure(egress.request({ method: 'GET', url: `http://localhost:${closed.port}` }))
    t.assert.equal(closed.connections, 0)
  })

  // Red when all tenants share one pool of connections, or #openTo leaves out the system.
  test('what is open to one tenant or system is closed to others, kept connections too', async (t) => {
    const server = await httpServer(t, (_, response) => response.end('inside'))
    const range = parseRange(`127.0.0.1/32:${server.port}`)!
    const open = new Map<string, AllowedRange[]>([
      ['a', [range]],
      ['b/erp', [range]],
    ])
    const told: EgressRefusal[] = []
    const egress = egressFor(t, {
      granted: async (tenant, system) => [
        ...(open.get(tenant) ?? []),
        ...(open.get(`${tenant}/${system}`) ?? []),
      ],
      onRefusal: (refusal) => told.push(refusal),
    })
    const ask = (tenantId: string | null, systemId?: string) =>
      runInContext(newContext({ tenantId }), () =>
        egress.request({ method: 'GET', url: `http://localhost:${server.port}/`, systemId })
      )
    t.assert.equal((await ask('a')).status, 200)
    t.assert.equal((await ask('b', 'erp')).status, 200)
    const others: [string | null, string?][] = [['b'], ['b', 'crm'], ['c'], ['c', 'erp'], [null]]
    for (const [tenant, system] of others) {
      t.assert.instanceOf(await failure(ask(tenant, system)), EgressRefused)
    }
    t.assert.includeMembers(
      told.map(({ tenantId }) => tenantId),
      ['b', 'c', null]
    )
    open.clear()
    t.assert.instanceOf(await failure(ask('a')), EgressRefused)
  })

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
      egressFor(t).request({ method: 'GET', url: `${server.url}/?key=s3cr3t`, timeoutMs: 60 })
    )
    t.assert.instanceOf(error, EgressTimeout)
    t.assert.include(error.message, `127.0.0.1:${server.port}`)
    t.assert.notInclude(error.message, 's3cr3t')
  })

  test('the deadline also covers a body that drips', async (t) => {
    const server = await httpServer(t, (_, response) => {
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })
    const error = await failure(
      egressFor(t).request({ method: 'GET', url: server.url, timeoutMs: 120 })
    )
    t.assert.equal(error.code, 'E_EGRESS_TIMEOUT')
  })

  test('the deadline also covers a name that is never resolved', async (t) => {
    let giveUp: (reason: Error) => void = () => {}
    const egress = egressFor(t, {
      resolve: () => new Promise((_, reject) => (giveUp = reject)),
    })
    const error = await failure(
      egress.request({ method: 'GET', url: 'http://slow.example/', timeoutMs: 50 })
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

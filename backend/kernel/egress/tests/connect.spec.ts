// onOneDatabase: no database takes part
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import type { TestContext } from '@japa/runner/core'
import { test } from '@japa/runner'
import { until } from '../../testing/index.js'
import { EgressRefused, EgressTimeout, EgressUnreachable } from '../index.js'
import { listen, tcpServer } from './servers.js'
import { boundMs, egressFor, failure, pass } from './support.js'

/** A key and a certificate for `partner.example` and 127.0.0.1. If trusted, then until the test ends. */
function certificate(t: TestContext, { trusted }: { trusted: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'crossdock-tls-'))
  t.cleanup(() => rmSync(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = 'subjectAltName=DNS:partner.example,IP:127.0.0.1'
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-nodes', '-subj', '/CN=partner.example', '-addext', names].concat([
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
    ]),
    { stdio: 'ignore' }
  )
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  if (trusted) {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, pair.cert])
    t.cleanup(() => setDefaultCACertificates(before))
  }
  return pair
}

function tlsServer(t: TestContext, onSocket: (socket: TLSSocket) => void, trusted = true) {
  const server = createServer(certificate(t, { trusted }), onSocket)
  server.on('tlsClientError', () => {})
  return listen(t, server)
}

const here = { allow: ['127.0.0.1/32'], resolve: async () => ['127.0.0.1'] }

/** Unlike `once`, does not reject on an earlier error. */
const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

test.group('Egress connections', () => {
  test('a socket carries bytes both ways and emits its end', async (t) => {
    const server = await tcpServer(t, (socket) => {
      socket.write('220 partner.example\r\n')
      socket.once('data', (received) => socket.end(`250 ${received}`))
    })
    const socket = await egressFor(t).connect({ host: '127.0.0.1', port: server.port })
    const [greeting] = (await once(socket, 'data')) as [Buffer]
    t.assert.equal(greeting.toString(), '220 partner.example\r\n')
    socket.write('EHLO')
    t.assert.equal(await text(socket), '250 EHLO')
  })

  test('TLS to the requested host, by name and by address', async (t) => {
    const requested: (string | false | null)[] = []
    const { port } = await tlsServer(t, (socket) => {
      requested.push(socket.servername)
      socket.end('hello')
    })
    const egress = egressFor(t, here)
    for (const host of ['partner.example', '127.0.0.1']) {
      const socket = await egress.connect({ host, port, tls: true })
      t.assert.isTrue((socket as TLSSocket).authorized)
      t.assert.equal(await text(socket), 'hello')
    }
    t.assert.deepEqual(requested, ['partner.example', false])
  })

  // Red when certificates are not checked, or are checked for another name than the requested one.
  test('TLS to another server is refused: {$self}')
    .with(['another name', 'an unknown issuer', 'the environment turns checks off'])
    .run(async (t, what) => {
      let heard = ''
      const server = await tlsServer(
        t,
        (socket) => void socket.on('data', (received) => (heard += received.toString())),
        what === 'another name'
      )
      if (what.startsWith('the environment')) {
        process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
        t.cleanup(() => void delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'])
      }
      const host = what === 'another name' ? 'elsewhere.example' : 'partner.example'
      const error = await failure(
        egressFor(t, here).connect({ host, port: server.port, tls: true })
      )
      t.assert.instanceOf(error, EgressUnreachable)
      const says = what === 'another name' ? 'is for another name' : 'self-signed'
      t.assert.include(error.message, says)
      t.assert.equal(heard, '')
    })

  test('an invalid host or port is refused before any lookup', async (t) => {
    const resolved: string[] = []
    const egress = egressFor(t, {
      resolve: async (name) => {
        resolved.push(name)
        return []
      },
    })
    const wrong = [
      { host: '', port: 22 },
      { host: 'a b', port: 22 },
      { host: 'http://partner.example', port: 22 },
      { host: 'partner.example:22', port: 22 },
      { host: 'partner.example\0.evil', port: 22 },
      { host: '/run/postgresql/.s.PGSQL.5432', port: 22 },
      { host: 'partner.example', port: 0 },
      { host: 'partner.example', port: 70_000 },
      { host: 'partner.example', port: 2.5 },
      { host: 'partner.example', port: Number.NaN },
    ]
    for (const target of wrong) {
      t.assert.instanceOf(await failure(egress.connect(target)), EgressRefused)
    }
    t.assert.deepEqual(resolved, [])
  })

  test('a refused connection, an unknown name and a server without TLS have different errors', async (t) => {
    const noise = await tcpServer(t, (socket) => void socket.end('220 not TLS\r\n'))
    const egress = egressFor(t, {
      ...here,
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
      },
    })
    const refused = await failure(egress.connect({ host: '127.0.0.1', port: 1 }))
    t.assert.include(
      refused.message,
      '127.0.0.1:1 could not be reached: the connection was refused'
    )
    const unknown = await failure(egress.connect({ host: 'no.example', port: 22 }))
    t.assert.include(unknown.message, 'does not exist in DNS')
    const plain = await failure(egress.connect({ host: '127.0.0.1', port: noise.port, tls: true }))
    t.assert.instanceOf(plain, EgressUnreachable)
  })

  // Red when the deadline does not cover that phase.
  test('one deadline covers the name and the handshake: {$self}')
    .with(['a name that is never resolved', 'a server that never shakes hands'])
    .run(async (t, what) => {
      let begun = false
      let closed = false
      const server = await tcpServer(t, (socket) => {
        begun = true
        socket.resume().on('close', () => (closed = true))
      })
      const ofName = what.startsWith('a name')
      const resolve = () => {
        begun = true
        return new Promise<string[]>(() => {})
      }
      const egress = egressFor(t, ofName ? { resolve } : here)
      const target = { host: 'slow.example', port: server.port, tls: true, timeoutMs: boundMs }
      const failed = failure(egress.connect(target))
      await until('it to begin', () => begun)
      pass(t)
      t.assert.instanceOf(await failed, EgressTimeout)
      if (!ofName) await until('the connection to be closed', () => closed)
    })

  test('the caller can abort before the connection is open, with its own reason', async (t) => {
    const controller = new AbortController()
    const reason = new Error('The execution was cancelled')
    const egress = egressFor(t, {
      resolve: () => {
        controller.abort(reason)
        return new Promise(() => {})
      },
    })
    const { signal } = controller
    for (const host of ['partner.example', 'again.example']) {
      await egress.connect({ host, port: 22, signal }).then(
        () => t.assert.fail('went through'),
        (error) => t.assert.strictEqual(error, reason)
      )
    }
  })

  // Red when sockets are not closed, or when an unhandled socket error ends the process.
  test('a stopping server closes its sockets, and the peer may close them as well', async (t) => {
    const sockets: Socket[] = []
    const server = await tcpServer(t, (socket) => void sockets.push(socket))
    const egress = egressFor(t)
    const target = { host: '127.0.0.1', port: server.port }
    const [mine, theirs] = [await egress.connect(target), await egress.connect(target)]
    await until('both to be accepted', () => sockets.length === 2)
    const reset = closing(theirs)
    sockets.find(({ remotePort }) => remotePort === theirs.localPort)!.resetAndDestroy()
    await reset
    const ended = closing(mine)
    await egress.close()
    await ended
  })
})

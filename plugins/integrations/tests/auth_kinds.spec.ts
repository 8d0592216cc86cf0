// onOneDatabase: uses no database
import { createHash } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { test } from '@japa/runner'
import { egress, Egress } from '@crossdock/kernel/egress'
import { restConnector } from '../connectors/rest/index.js'
import { challengeIn } from '../connectors/rest/digest_challenge.js'
import type { Call, CallFile } from '../contracts/index.js'
import { opensQuickly } from '../connectors/rest/key_cost.js'
import { callOf } from './call.js'
import { makeCertificate } from './certificates.js'
import { Partner, type Received } from './partner.js'

const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v'
const md5 = `Digest realm="a, \\"b\\"", nonce="${nonce}", qop="auth", algorithm=MD5, opaque="o=1"`
const sha = `Digest realm="r", nonce="${nonce}", qop="auth-int, auth", algorithm=SHA-256`

/** Whether a request answers the challenge as RFC 7616 defines. */
function fits({ method, url, headers }: Received, password: string): boolean {
  const given = headers.authorization ?? ''
  const part = (name: string) =>
    new RegExp(`${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^,]+))`)
      .exec(given)
      ?.slice(1)
      .find((one) => one !== undefined)
      ?.replace(/\\(.)/g, '$1') ?? ''
  const algorithm = part(', algorithm') === 'MD5' ? 'md5' : 'sha256'
  const h = (text: string) => createHash(algorithm).update(text).digest('hex')
  const pair = h(`${part('username')}:${part('realm')}:${password}`)
  const tail = `${part(', nonce')}:${part('nc')}:${part('cnonce')}:${part('qop')}`
  return part('uri') === url && part('response') === h(`${pair}:${tail}:${h(`${method}:${url}`)}`)
}

/** An encrypted key that has only its algorithm (PBES2, PBKDF2) and its iterations. */
function encryptedKey(iterations: number): string {
  const element = (tag: number, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts)
    return Buffer.concat([Buffer.from([tag, content.length]), content])
  }
  const oid = (hex: string) => element(0x06, Buffer.from(hex, 'hex'))
  const count = Buffer.alloc(4)
  count.writeUInt32BE(iterations)
  const rounds = element(0x30, element(0x04, Buffer.alloc(8)), element(0x02, count))
  const derivation = element(0x30, oid('2a864886f70d01050c'), rounds)
  const algorithm = element(0x30, oid('2a864886f70d01050d'), element(0x30, derivation))
  const der = element(0x30, algorithm, element(0x04, Buffer.alloc(8)))
  const label = 'ENCRYPTED PRIVATE KEY'
  return `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`
}

test.group('Digest and client certificates', (group) => {
  let partner: Partner

  group.setup(async () => {
    partner = await Partner.start()
    const door = new Egress({ allow: ['127.0.0.1/32'] })
    egress.provide(door)
    return async () => {
      await door.close()
      await partner.stop()
    }
  })

  let systems = 0
  const send = (system: Partial<Call['system']>, rest: Parameters<typeof callOf>[0] = {}) => {
    const own = { id: `kinds-${++systems}`, baseUrl: partner.url, ...system }
    return restConnector.operations.call(callOf({ ...rest, system: own }))
  }

  // Red when every request is sent twice, or the nonce count does not increase.
  test('digest: {name}')
    .with([
      { name: 'MD5', challenge: md5 },
      { name: 'the stronger of two', challenge: `Basic realm="x", ${md5}, ${sha}` },
    ])
    .run(async ({ assert }, { challenge }) => {
      const counts: (string | undefined)[] = []
      partner.answers((request, response) => {
        counts.push(/nc=(\w+)/.exec(request.headers.authorization ?? '')?.[1])
        response.statusCode = fits(request, 'Circle of "Life"') ? 200 : 401
        response.setHeader('WWW-Authenticate', challenge).end()
      })
      const auth = { username: 'Mufasa', password: 'Circle of "Life"' }
      const system = { id: `digest-${challenge}`, authType: 'digest', auth }
      const endpoint = { path: '/dir/index.html?a=1&b=%20' }
      for (let n = 0; n < 2; n++) {
        assert.equal((await send(system, { endpoint })).status, 'success')
      }
      assert.deepEqual(counts, [undefined, '00000001', '00000002'])
      const wrong = await send({ ...system, auth: { ...auth, password: 'x' } }, { endpoint })
      assert.deepInclude(wrong, { status: 'error', statusCode: 401, retryable: false })
      assert.lengthOf(counts, 5)
    })

  test('digest: the second request reads the file again', async ({ assert }) => {
    const bodies: string[] = []
    partner.answers((request, response) => {
      bodies.push(request.body.toString())
      response.statusCode = fits(request, 'p') ? 200 : 401
      response.setHeader('WWW-Authenticate', sha).end()
    })
    const file: CallFile = {
      name: 'a.txt',
      mimeType: 'text/plain',
      size: 5,
      async *open() {
        yield Buffer.from('hello')
      },
    }
    const auth = { username: 'u', password: 'p' }
    const outcome = await send({ authType: 'digest', auth }, { sendFile: 'body', file })
    assert.equal(outcome.status, 'success')
    assert.deepEqual(bodies, ['hello', 'hello'])
  })

  test('an unsupported challenge is ignored', ({ assert }) => {
    assert.isUndefined(challengeIn('Digest realm="r", nonce="n", algorithm=SHA-512-256'))
    assert.isUndefined(challengeIn('Digest realm="r", nonce="n", qop="auth-int"'))
    assert.isUndefined(challengeIn('Bearer realm="Digest"'))
    assert.equal(challengeIn('Bearer x="y", Digest realm="r", nonce="n"')?.hash, 'md5')
  })

  // Red when one key can block the process: OpenSSL has no limit.
  test('an encrypted key with too many rounds is not opened', ({ assert }) => {
    const [cheap, dear] = [encryptedKey(2048), encryptedKey(2_000_000_000)]
    assert.isTrue(opensQuickly(cheap))
    assert.isTrue(opensQuickly('-----BEGIN PRIVATE KEY-----\nMC4\n-----END PRIVATE KEY-----'))
    const hidden = dear.replace('KEY-----\n', `KEY-----\n${cheap.split('\n')[1]}-: x\n\n`)
    for (const one of [dear, cheap + dear, hidden, cheap.replace('MD', 'MI')]) {
      assert.isFalse(opensQuickly(one))
    }
  })

  test('no authentication sends none', async ({ assert }) => {
    partner.answersJson({})
    await send({ authType: 'none', auth: { headers: { 'X-Site': '7' } } })
    assert.isUndefined(partner.received[0]?.headers.authorization)
    assert.equal(partner.received[0]?.headers['x-site'], '7')
  })

  // Red when one connection serves two systems with different certificates.
  test('a client certificate is only shown to its own system', async (t) => {
    const { assert } = t
    const server = makeCertificate('partner')
    const client = makeCertificate('crossdock', 'open sesame')
    const names: unknown[] = []
    const options = { ...server, ca: client.cert, requestCert: true, rejectUnauthorized: false }
    const tls = createServer(options, (request, response) => {
      const socket = request.socket as TLSSocket
      names.push(socket.authorized ? socket.getPeerCertificate().subject.CN : null)
      response.end()
    })
    await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
    t.cleanup(() => void (tls.closeAllConnections(), tls.close()))
    const baseUrl = `https://127.0.0.1:${(tls.address() as AddressInfo).port}`

    const authType = 'client_certificate'
    const auth = {
      certificate: client.cert,
      // A single-line field removes line breaks.
      privateKey: client.key.replaceAll('\n', ''),
      passphrase: 'open sesame',
      authorities: server.cert,
    }
    assert.equal((await send({ baseUrl, authType, auth })).status, 'success')
    assert.deepEqual(names, ['crossdock'])
    const { authorities: _, ...untrusting } = auth
    assert.include((await send({ baseUrl, authType, auth: untrusting })).message, 'self-signed')

    const refused = async (part: object, words: string, url = baseUrl) => {
      const outcome = await send({ baseUrl: url, authType, auth: { ...auth, ...part } })
      assert.deepInclude(outcome, { status: 'error', retryable: false })
      assert.include(outcome.message, words)
      assert.notInclude(JSON.stringify(outcome), 'open sesame')
    }
    await refused({ passphrase: 'wrong' }, 'passphrase')
    await refused({ privateKey: server.key }, 'not that of the certificate')
    await refused({ certificate: 'x' }, 'valid PEM')
    await refused({ privateKey: undefined }, 'no private key')
    await refused({ privateKey: encryptedKey(4_000_000) }, 'too many rounds')
    await refused({}, 'https://', partner.url)
    assert.deepEqual(names, ['crossdock'])
  })
})

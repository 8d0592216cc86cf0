import { spawn, type ChildProcess } from 'node:child_process'
import { createPrivateKey, createSign, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@crossdock/backend/testing'

export type Person = Record<string, unknown>
export type Key = JsonWebKey & { kid: string }

/** Changes the ID token in an answer of /token. */
export type Tamper = (token: IdToken) => string | Promise<string>

export interface IdToken {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  raw: string
}

/** An answer of the proxy itself. */
type Own = [status: number, body: string | Buffer, headers?: Record<string, string>]

export const discoveryPath = '/.well-known/openid-configuration'
export const clientId = 'crossdock'
export const clientSecret = 'a secret both know'

export function newKey(kid: string): Key {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
}

/** The public part of a key. */
export const publicPart = ({ kty, n, e, kid, alg, use }: Key) => ({ kty, n, e, kid, alg, use })

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Decodes a token without verifying its signature. */
export function parsed(raw: string): IdToken {
  const [header, claims] = raw
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object)
  return { raw, header: { ...header }, claims: { ...claims } }
}

/** A token signed by a key; without a key, unsigned. */
export function sign({ header, claims }: Pick<IdToken, 'header' | 'claims'>, key?: Key): string {
  const said = `${encoded(header)}.${encoded(claims)}`
  if (!key) return `${said}.`
  const signer = createSign('RSA-SHA256').update(said)
  const signature = signer.sign(createPrivateKey({ key, format: 'jwk' })).toString('base64url')
  return `${said}.${signature}`
}

/**
 * A real provider in a separate process, behind a proxy. The proxy forwards everything unchanged, except for ID tokens
 * that a test changes.
 */
export class TestProvider {
  #child: ChildProcess | undefined
  #front: Server | undefined
  #port = 0
  issuer = ''
  key = newKey('first')
  people: Record<string, Person> = {}
  tamper: Tamper | undefined
  /** Changes the whole answer of /token. */
  tamperAnswer: ((body: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** Answers of the proxy itself, by path. */
  readonly instead = new Map<string, (request: IncomingMessage) => Own | Promise<Own>>()
  /** Paths that never answer. */
  readonly silent = new Set<string>()
  conformIdTokenClaims = false
  /** The address to which the proxy forwards logout tokens, and the answers from there. */
  backChannel = ''
  tamperLogout: Tamper = ({ raw }) => raw
  readonly logouts: { token: string; status: number }[] = []

  constructor(private readonly redirectUri: string) {}

  async start(): Promise<void> {
    this.#front = createServer((request, response) => {
      if (this.silent.has(new URL(request.url!, this.issuer).pathname)) return
      const own = this.instead.get(new URL(request.url!, this.issuer).pathname)
      if (own) return void this.#say(own(request), response)
      if (request.url === '/back-channel') return void this.#passLogout(request, response)
      const { method, headers, url } = request
      const passed = { ...headers, 'accept-encoding': 'identity' }
      const onward = send({
        port: this.#port,
        host: '127.0.0.1',
        method,
        path: url,
        headers: passed,
      })
      onward.on('error', () => response.destroy())
      onward.on('response', (answer) => void this.#answer(url!, answer, response))
      request.pipe(onward)
    })
    this.#front.listen(await freePort(), '127.0.0.1')
    await once(this.#front, 'listening')
    const address = this.#front.address() as { port: number }
    this.issuer = `http://127.0.0.1:${address.port}`
    this.#port = await freePort()
    await this.#spawn()
  }

  /** Restarts the same provider with other keys, as after a rotation. */
  async restart(key: Key): Promise<void> {
    this.key = key
    await this.#kill()
    await this.#spawn()
  }

  async stop(): Promise<void> {
    await this.#kill()
    this.#front?.closeAllConnections()
    this.#front?.close()
  }

  publicKey = () => publicPart(this.key)

  /** Its metadata. */
  async metadata(): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.issuer}${discoveryPath}`)
    return (await answer.json()) as Record<string, unknown>
  }

  async #say(own: Own | Promise<Own>, response: ServerResponse): Promise<void> {
    const [status, body, headers] = await own
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }

  async #passLogout(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new URLSearchParams(await text(request))
    const token = await this.tamperLogout(parsed(body.get('logout_token')!))
    const status = await this.logOut(token)
    response.writeHead(status).end()
  }

  /** Sends a logout token like the provider. */
  async logOut(token: string): Promise<number> {
    const form = new URLSearchParams({ logout_token: token, more: 'passed over' })
    const { status } = await fetch(this.backChannel, { method: 'POST', body: form })
    this.logouts.push({ token, status })
    return status
  }

  async #answer(path: string, answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const { tamper, tamperAnswer = (body) => body } = this
    const { statusCode = 500, headers } = answer
    if ((!tamper && !this.tamperAnswer) || path !== '/token' || statusCode !== 200) {
      response.writeHead(statusCode, headers)
      return void answer.pipe(response)
    }
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { id_token: string }
    const id_token = tamper ? await tamper(parsed(body.id_token)) : body.id_token
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(tamperAnswer({ ...body, id_token })))
  }

  async #spawn(): Promise<void> {
    const { issuer, people, conformIdTokenClaims } = this
    const client = {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [this.redirectUri],
      backchannel_logout_uri: `${issuer}/back-channel`,
      backchannel_logout_session_required: true,
      post_logout_redirect_uris: [this.redirectUri.replace('/api/auth/oidc/callback', '/login')],
    }
    const options = { issuer, port: this.#port, people, conformIdTokenClaims, clients: [client] }
    const script = join(process.cwd(), 'backend/app/sso/tests/provider.mjs')
    const child = spawn(process.execPath, [script], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PROVIDER: JSON.stringify({ ...options, jwks: { keys: [this.key] } }) },
    })
    this.#child = child
    let said = ''
    child.stderr!.on('data', (chunk) => (said += String(chunk)))
    const ended = once(child, 'exit').then(() => {
      throw new Error(`The provider ended:\n${said}`)
    })
    await Promise.race([once(child.stdout!, 'data'), ended])
    ended.catch(() => undefined)
  }

  async #kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

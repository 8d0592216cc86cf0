import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { AgentError } from '../errors.js'
import { HttpProblem, problemOf, Unreachable } from './problem.js'

/** A connection without any transfer for this time is closed. */
const silentMs = 60_000
/** Maximum size of an answer that is read as a whole. */
const mostJsonBytes = 8 * 1024 * 1024

export interface Ask {
  query?: Record<string, unknown>
  headers?: Record<string, string>
  json?: unknown
  /** Needs `content-type` and `content-length` in the headers. */
  body?: Buffer | AsyncIterable<Uint8Array>
  signal?: AbortSignal | undefined
}

/**
 * Parses the address of a server as typed by a person.
 * @throws AgentError
 */
export function serverUrl(typed: string): string {
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new AgentError('E_SERVER', `"${typed}" is no address of a server.`, {
      hint: 'Write it like https://crossdock.example.com.',
    })
  }
  if (url.username || url.search || url.hash) {
    throw new AgentError('E_SERVER', `"${typed}" holds more than the address of a server.`)
  }
  return url.href.replace(/\/+$/, '')
}

/** Calls the HTTP API of one server. Follows no redirect, because that would send the token elsewhere. */
export class HttpClient {
  /** Keeps connections alive, and uses the proxy of the environment. */
  readonly agent: http.Agent

  /** @param env may name a proxy by HTTPS_PROXY, HTTP_PROXY and NO_PROXY */
  constructor(
    readonly server: string,
    env: NodeJS.ProcessEnv = process.env
  ) {
    const { Agent } = server.startsWith('https:') ? https : http
    // Node 24.5 supports `proxyEnv`; older versions ignore it.
    const options = { keepAlive: true, maxSockets: 6, timeout: silentMs, proxyEnv: env }
    this.agent = new Agent(options)
  }

  /**
   * Returns a successful answer with an unread body.
   * @throws HttpProblem, Unreachable
   */
  async send(method: string, path: string, ask: Ask = {}): Promise<IncomingMessage> {
    const answer = await this.#request(method, path, ask)
    const status = answer.statusCode ?? 0
    if ((status >= 200 && status < 300) || status === 304) return answer
    const body = await this.#text(answer).catch(() => '')
    if (status >= 300 && status < 400) {
      throw new HttpProblem(
        status,
        'E_REDIRECT',
        `${this.server} redirects to ${String(answer.headers.location).slice(0, 200)}. Enroll with that address.`,
        undefined
      )
    }
    throw problemOf(status, body, answer.headers['retry-after'], path)
  }

  /**
   * Returns an answer as JSON.
   * @throws HttpProblem, Unreachable
   */
  async json<T>(method: string, path: string, ask: Ask = {}): Promise<T> {
    return (await this.withHeaders<T>(method, path, ask)).body
  }

  async withHeaders<T>(
    method: string,
    path: string,
    ask: Ask = {}
  ): Promise<{ body: T; headers: http.IncomingHttpHeaders }> {
    const answer = await this.send(method, path, ask)
    const text = await this.#text(answer)
    try {
      return { body: (text === '' ? undefined : JSON.parse(text)) as T, headers: answer.headers }
    } catch {
      throw new AgentError('E_ANSWER', `${path} on ${this.server} did not answer with JSON.`, {
        hint: 'Check that the address is that of a Crossdock server.',
      })
    }
  }

  close(): void {
    this.agent.destroy()
  }

  #request(method: string, path: string, ask: Ask): Promise<IncomingMessage> {
    const url = new URL(this.server + path)
    for (const [name, value] of Object.entries(ask.query ?? {})) {
      if (value === undefined) continue
      url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const json = ask.json === undefined ? undefined : Buffer.from(JSON.stringify(ask.json))
    const headers: http.OutgoingHttpHeaders = {
      accept: 'application/json',
      'user-agent': 'crossdock-agent',
      ...(json ? { 'content-type': 'application/json', 'content-length': json.length } : {}),
      ...ask.headers,
    }
    const { request } = url.protocol === 'https:' ? https : http
    return new Promise((resolve, reject) => {
      const fail = (cause: unknown) =>
        reject(ask.signal?.aborted ? ask.signal.reason : new Unreachable(this.server, cause))
      const outgoing = request(url, {
        method,
        headers,
        agent: this.agent,
        timeout: silentMs,
        ...(ask.signal ? { signal: ask.signal } : {}),
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error('it did not answer in time')))
      outgoing.on('error', fail)
      outgoing.on('response', resolve)
      const body = json ?? ask.body
      if (body === undefined || Buffer.isBuffer(body)) outgoing.end(body)
      else {
        pour(body, outgoing).catch((error: unknown) => {
          // If the source fails, for example because a file changes, its error is the error of the request.
          outgoing.off('error', fail)
          outgoing.on('error', () => undefined)
          outgoing.destroy()
          if (error instanceof AgentError) reject(error)
          else fail(error)
        })
      }
    })
  }

  async #text(answer: IncomingMessage): Promise<string> {
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of this.bytes(answer)) {
      pieces.push(piece)
      length += piece.length
      if (length > mostJsonBytes) {
        answer.destroy()
        throw new AgentError('E_ANSWER', `The answer of ${this.server} is larger than 8 MiB.`)
      }
    }
    return Buffer.concat(pieces).toString()
  }

  /**
   * Yields the body of an answer.
   * @throws Unreachable when the connection breaks
   */
  async *bytes(answer: IncomingMessage): AsyncGenerator<Buffer> {
    try {
      yield* answer as Readable & AsyncIterable<Buffer>
    } catch (cause) {
      throw new Unreachable(this.server, cause)
    }
  }
}

/** Writes a body in pieces, at the speed of the receiver. */
async function pour(source: AsyncIterable<Uint8Array>, target: http.ClientRequest): Promise<void> {
  for await (const piece of source) {
    if (target.destroyed) return
    if (target.write(piece)) continue
    await new Promise<void>((goOn) => {
      const done = () => {
        target.off('drain', done)
        target.off('close', done)
        goOn()
      }
      target.on('drain', done)
      target.on('close', done)
    })
  }
  target.end()
}

import { once } from 'node:events'
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { refusalOf } from './s3_signature.js'

/** What the proxy does instead of answering correctly. */
export type Fault =
  | { refuse: string; status: number }
  /** Sends the page of a system in front of the store. */
  | { page: string; status: number }
  /** Sends nothing more, before the response or within its body. */
  | 'stall'
  | 'stall in the body'
  | 'cut the body'
  | 'flip the body'
  /** Sends fewer bytes, as if the object ended there. */
  | 'send the half'
  | 'send nothing'
  /** Sends the whole object, like a store without support for ranges. */
  | 'know no ranges'
  /** Sends another range, and reports its real position. */
  | 'send another range'
  /** Executes the request and breaks the connection. */
  | 'lose the answer'
  /** Reports success but stores only half. */
  | 'store the half'
  /** Waits for this promise first. */
  | { after: Promise<unknown> }

export interface Asked {
  method: string
  /** The key without the bucket. */
  key: string
  list: boolean
}

/** Decides for each request whether it gets a fault. */
export type Faults = (asked: Asked) => Fault | undefined

/** A proxy in front of an object store. It checks signatures and digests like S3, and injects faults on demand. */
export class S3Proxy {
  readonly #server: Server
  #faults = new Set<Faults>()
  /** All requests so far. */
  readonly asked: Asked[] = []

  constructor(private readonly port: number) {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy())
    })
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1').unref()
    await once(this.#server, 'listening')
  }

  /**
   * Injects faults.
   * @returns a function that stops this
   */
  suffer(faults: Faults): () => void {
    this.#faults.add(faults)
    return () => void this.#faults.delete(faults)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const refusal = await refusalOf(request, body)
    if (refusal) return refuse(response, 403, refusal)
    const url = new URL(request.url!, this.url)
    const key = decodeURIComponent(url.pathname).split('/').slice(2).join('/')
    const asked = { method: request.method!, key, list: url.searchParams.has('list-type') }
    this.asked.push(asked)
    let fault: Fault | undefined
    for (const faults of this.#faults) fault ??= faults(asked)
    if (fault === 'stall') return
    if (typeof fault === 'object' && 'refuse' in fault) {
      return refuse(response, fault.status, fault.refuse)
    }
    if (typeof fault === 'object' && 'page' in fault) {
      return void response.writeHead(fault.status, { 'content-type': 'text/html' }).end(fault.page)
    }
    if (typeof fault === 'object') await fault.after
    const half = fault === 'store the half'
    const answer = await this.#pass(request, half ? body.subarray(0, body.length / 2) : body, fault)
    if (fault === 'lose the answer') return void response.destroy()
    respond(response, answer, fault)
  }

  async #pass({ method, url, headers }: IncomingMessage, body: Buffer, fault?: Fault) {
    const own = { ...headers, 'content-length': String(body.length) }
    // The proxy has already handled these headers.
    for (const name of ['expect', 'connection', 'content-md5']) delete own[name as 'expect']
    if (fault === 'know no ranges') delete own.range
    if (fault === 'send another range' && own.range) own.range = fromTheBeginning(own.range)
    const options = { host: '127.0.0.1', port: this.port, method, path: url, headers: own }
    const passed = send(options)
    passed.end(body)
    const [answer] = (await once(passed, 'response')) as [IncomingMessage]
    const { statusCode: status = 500 } = answer
    return { status, headers: answer.headers, body: await buffer(answer) }
  }
}

/** Returns a range of the same length at another position. */
function fromTheBeginning(range: string): string {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range)!
  return `bytes=0-${Number(last) - Number(first)}`
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

function respond(response: ServerResponse, { status, headers, body }: Answer, fault?: Fault): void {
  const { connection: _hop, 'transfer-encoding': _coding, ...own } = headers
  if (fault === 'send nothing') body = body.subarray(0, 0)
  if (fault === 'send the half') body = body.subarray(0, body.length / 2)
  response.writeHead(
    status,
    body.length > 0 || fault ? { ...own, 'content-length': body.length } : own
  )
  if (fault === 'stall in the body') return void response.write(body.subarray(0, body.length / 2))
  if (fault === 'cut the body') {
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
    return
  }
  if (fault === 'flip the body' && body.length > 0) body[body.length - 1]! ^= 1
  response.end(body)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}

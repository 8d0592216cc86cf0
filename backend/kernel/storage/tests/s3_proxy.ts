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

/** What a store may do to a request instead of answering it. */
export type Fault =
  | { refuse: string; status: number }
  /** Answered by something before the store, which knows nothing of it. */
  | { page: string; status: number }
  /** Forever silent, before the answer or in the middle of its body. */
  | 'stall'
  | 'stall in the body'
  | 'cut the body'
  | 'flip the body'
  /** Answered as if that were all there is. */
  | 'send the half'
  | 'send nothing'
  /** The whole object, as a store does that knows no ranges. */
  | 'know no ranges'
  /** The bytes of another place, said as such. */
  | 'send another range'
  /** Done, but nobody hears of it. */
  | 'lose the answer'
  /** "Done", but half of it. */
  | 'store the half'
  /** Done when that has happened. */
  | { after: Promise<unknown> }

export interface Asked {
  method: string
  /** Behind the bucket. */
  key: string
  list: boolean
}

/** Which requests are to suffer, asked of each. */
export type Faults = (asked: Asked) => Fault | undefined

/** Stands before a store of objects: is as strict as S3 with signatures and digests, and fails when it is told to. */
export class S3Proxy {
  readonly #server: Server
  #faults = new Set<Faults>()
  /** Of all that were asked for. */
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

  /** @returns what ends it */
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
    tell(response, answer, fault)
  }

  async #pass({ method, url, headers }: IncomingMessage, body: Buffer, fault?: Fault) {
    const own = { ...headers, 'content-length': String(body.length) }
    // What it was written for is done here.
    for (const name of ['expect', 'connection', 'content-md5']) delete own[name as 'expect']
    if (fault === 'know no ranges') delete own.range
    if (fault === 'send another range' && own.range) own.range = fromTheBeginning(own.range)
    const there = { host: '127.0.0.1', port: this.port, method, path: url, headers: own }
    const passed = send(there)
    passed.end(body)
    const [answer] = (await once(passed, 'response')) as [IncomingMessage]
    const { statusCode: status = 500, headers: told } = answer
    return { status, headers: told, body: await buffer(answer) }
  }
}

/** As many bytes as a range has, of another place. */
function fromTheBeginning(range: string): string {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range)!
  return `bytes=0-${Number(last) - Number(first)}`
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

function tell(response: ServerResponse, { status, headers, body }: Answer, fault?: Fault): void {
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

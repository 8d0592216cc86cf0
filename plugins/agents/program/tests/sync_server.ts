import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zstdDecompressSync } from 'node:zlib'
import { contentId, encodeChunks, type ChunkRef } from '@crossdock/kernel/chunks'
import {
  maxFramesBytes,
  protocolHeader,
  type AgentEnd,
  type Outcome,
  type Report,
  type ReportedEntry,
  type Work,
} from '@crossdock/sync-engine/protocol'
import { HttpClient } from '../http/client.js'
import type { Sessions } from '../identity/session.js'
import { chunkFrame } from '../sync/frames.js'

interface Answer {
  status: number
  body: string | Buffer
  type?: string
  isCut?: boolean
  isLost?: boolean
}

/** The server side towards agents, as in `@crossdock/sync-engine/protocol`; tests define the work. */
export class SyncServer {
  readonly tree = new Map<string, ReportedEntry>()
  readonly contents = new Map<string, ChunkRef[]>()
  readonly chunks = new Map<string, Buffer>()
  readonly outcomes = new Map<string, Outcome>()
  readonly reports: Report[] = []
  readonly requests: string[] = []
  work: Work[] = []
  held: AgentEnd['held'] = null
  isRootThere: boolean | undefined
  /** Fields that the server of another version adds to its answers; undefined: the field is missing. */
  extra: object = {}
  /** The versions of the protocol that the agent has sent. */
  readonly protocols = new Set<string | string[] | undefined>()
  /** Received bytes of chunks. */
  received = 0
  /** Requests of this kind are carried out, but their answers are lost. */
  losesAnswersTo: RegExp | undefined
  /**
   * Called before each request; a status refuses it, `cut` breaks the answer off, `garbage` sends invalid data,
   * `empty` sends an answer without its fields, and `lost` carries the request out without an answer.
   */
  refuse: (path: string) => number | 'cut' | 'garbage' | 'empty' | 'lost' | undefined = () =>
    undefined
  /** The body of refusals. */
  refusal: object = {}
  #next: ReportedEntry[] | undefined
  readonly #server: Server

  private constructor(readonly end: AgentEnd) {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(
        ({ status, body, type = 'application/json', isCut, isLost }) => {
          if (isLost || this.losesAnswersTo?.test(request.url ?? ''))
            return void request.socket.destroy()
          if (isCut) {
            response.writeHead(status, { 'content-type': type, 'content-length': body.length })
            const half = body.slice(0, Math.floor(body.length / 2))
            return void response.write(half, () => request.socket.destroy())
          }
          response.writeHead(status, { 'content-type': type }).end(body)
        }
      )
    })
  }

  static async before(path: string, more: Partial<AgentEnd> = {}): Promise<SyncServer> {
    const server = new SyncServer({
      contractId: 'contract',
      side: 'source',
      name: 'Plans',
      path,
      isActive: true,
      mayWrite: true,
      fileTypes: [],
      excludePatterns: [],
      folders: [],
      maxFileBytes: null,
      revision: 1,
      held: null,
      fullScanSeconds: 3_600,
      ...more,
    })
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The part of sessions that sync needs. */
  sessions(): Sessions {
    const http = new HttpClient(this.url, {})
    return {
      http,
      call: <T>(work: (headers: Record<string, string>) => Promise<T>) => work({}),
      json: <T>(method: string, path: string, ask: object) => http.json<T>(method, path, ask),
    } as unknown as Sessions
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Paths below the root: content ids of files, null for folders. */
  get paths(): Record<string, string | null> {
    const pathOf = ({ parentId, name }: ReportedEntry): string => {
      const parent = parentId === null ? undefined : this.tree.get(parentId)
      if (parentId !== null && !parent) throw new Error(`"${name}" has no parent`)
      return parent ? `${pathOf(parent)}/${name}` : name
    }
    const all = [...this.tree.values()].map((entry) => [pathOf(entry), entry.hash] as const)
    return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  at(path: string): ReportedEntry | undefined {
    let found: ReportedEntry | undefined
    for (const name of path.split('/')) {
      const parentId: string | null = found?.id ?? null
      found = [...this.tree.values()].find(
        (entry) => entry.parentId === parentId && entry.name === name
      )
      if (!found) return undefined
    }
    return found
  }

  /** Adds a content to the store. */
  store(bytes: Buffer, cut: (bytes: Buffer) => ChunkRef[]): string {
    const chunks = cut(bytes)
    let at = 0
    for (const { hash, size } of chunks) {
      this.chunks.set(hash, bytes.subarray(at, at + size))
      at += size
    }
    const hash = contentId(encodeChunks(chunks))
    this.contents.set(hash, chunks)
    return hash
  }

  bytesOf(hash: string): Buffer {
    return Buffer.concat(this.contents.get(hash)!.map((chunk) => this.chunks.get(chunk.hash)!))
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const { method = 'GET', url = '/' } = request
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    let bytes = Buffer.concat(pieces)
    if (request.headers['content-encoding'] === 'zstd') bytes = zstdDecompressSync(bytes)
    const what = `${method} ${url.replace(/^\/api\/sync-contracts\/agent(\/contract\/source)?/, '')}`
    this.requests.push(what)
    this.protocols.add(request.headers[protocolHeader])
    const refused = this.refuse(what)
    if (typeof refused === 'number') {
      return { status: refused, body: JSON.stringify(this.refusal) }
    }
    if (refused === 'empty') return { status: 200, body: '{}' }
    if (refused === 'garbage') return { status: 200, body: '<html></html>', type: 'text/html' }
    const answer = this.#carryOut(what, bytes)
    return { ...answer, isCut: refused === 'cut', isLost: refused === 'lost' }
  }

  #carryOut(what: string, bytes: Buffer): Answer {
    const json = (body: unknown) => ({ status: 200, body: JSON.stringify(body) })
    const given = () => JSON.parse(bytes.toString()) as never
    switch (what) {
      case 'GET ':
        return json({
          ends: [{ ...this.end, held: this.held, hasWork: this.work.length > 0, ...this.extra }],
        })
      case 'GET /work':
        return json({ work: this.work.map((work) => ({ ...work, ...this.extra })) })
      case 'POST /report':
        return json({ ...this.#report(given()), ...this.extra })
      case 'POST /progress':
        return json({})
      case 'POST /missing': {
        const { contents } = given() as { contents: { chunks: ChunkRef[] }[] }
        const hashes = contents.flatMap(({ chunks }) => chunks.map(({ hash }) => hash))
        return json({ missing: [...new Set(hashes)].filter((hash) => !this.chunks.has(hash)) })
      }
      case 'POST /contents':
        if (bytes.length > maxFramesBytes) return { status: 413, body: '{}' }
        return json({ contents: this.#take(bytes) })
      case 'POST /chunks': {
        const { contents } = given() as { contents: string[] }
        return json({
          contents: contents.map((hash) => ({ hash, chunks: this.contents.get(hash) })),
        })
      }
      case 'POST /read': {
        const { contents } = given() as { contents: { hash: string; chunks: string[] | null }[] }
        const frames = contents.flatMap(({ hash, chunks }) =>
          (chunks ?? this.contents.get(hash)!.map((chunk) => chunk.hash)).flatMap((chunk) =>
            chunkFrame(chunk, this.chunks.get(chunk)!)
          )
        )
        return {
          status: 200,
          body: Buffer.concat(frames),
          type: 'application/vnd.crossdock.frames',
        }
      }
      default:
        return { status: 404, body: '{}' }
    }
  }

  #report(report: Report): object {
    const { stateId, generation, isWhole, isLast } = report
    this.reports.push(report)
    const isNext = this.held?.stateId === stateId && this.held.generation === generation - 1
    if (!isWhole && !isNext) return { state: 'again', hasWork: false }
    this.#next ??= []
    if (isWhole) this.#next.push(...report.changed)
    else for (const entry of report.changed) this.tree.set(entry.id, entry)
    for (const id of report.removed) this.tree.delete(id)
    if (isLast) {
      if (isWhole) {
        this.tree.clear()
        for (const entry of this.#next) this.tree.set(entry.id, entry)
      }
      this.#next = undefined
      this.held = { stateId, generation }
      this.isRootThere = report.isRootThere
      for (const outcome of report.outcomes) {
        this.outcomes.set(outcome.workId, outcome)
        this.work = this.work.filter(({ id }) => id !== outcome.workId)
      }
    }
    return { state: 'held', hasWork: this.work.length > 0 }
  }

  #take(bytes: Buffer): object[] {
    const answers: object[] = []
    for (let at = 0; at < bytes.length;) {
      const [header, body] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      const begin = at + 8 + header
      const { chunk, content, chunks } = JSON.parse(bytes.toString('utf8', at + 8, begin)) as {
        chunk?: string
        content: string
        chunks: ChunkRef[]
      }
      at = begin + body
      if (chunk) {
        this.chunks.set(chunk, Buffer.from(bytes.subarray(begin, at)))
        this.received += body
        continue
      }
      const isThere = chunks.every(({ hash }) => this.chunks.has(hash))
      if (isThere) this.contents.set(content, chunks)
      answers.push({ hash: content, state: isThere ? 'kept' : 'incomplete' })
    }
    return answers
  }
}

import { createHash, randomUUID } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { contentId, encodeChunks, type ChunkRef } from '@crossdock/kernel/chunks'
import type { SideName } from '@crossdock/sync-engine'
import type {
  Outcome,
  Report,
  ReportAnswer,
  ReportedEntry,
  Work,
} from '@crossdock/sync-engine/protocol'
import { framesType, protocolHeader } from '@crossdock/sync-engine/protocol'
import type { TestAgent } from '../../agents/tests/agent_lab.js'
import { frameHead } from '../agent_api/frames.js'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface FakeEntry {
  id: string
  parentId: string | null
  name: string
  bytes: Buffer | null
  modifiedAt: number
  version: number
}

/** A folder of a machine in memory, with an agent that speaks the protocol. */
export class FakeFolder {
  entries = new Map<string, FakeEntry>()
  stateId: string = randomUUID()
  generation = 0
  isRootThere = true
  /** Work that it refuses, by type. */
  refuses: ((work: Work) => Outcome | undefined) | undefined
  sentChunks = 0
  /** The version of the protocol that it sends; undefined: none. */
  protocol: string | undefined
  #reported = new Map<string, string>()
  #outcomes: Outcome[] = []

  constructor(
    readonly agent: TestAgent,
    readonly contractId: string,
    readonly side: SideName
  ) {}

  at(path: string): FakeEntry | undefined {
    let found: FakeEntry | undefined
    for (const name of path.split('/')) {
      const parentId: string | null = found?.id ?? null
      found = this.#named(parentId, name)
      if (!found) return undefined
    }
    return found
  }

  #named(parentId: string | null, name: string): FakeEntry | undefined {
    return [...this.entries.values()].find((one) => one.parentId === parentId && one.name === name)
  }

  put(path: string, text: string | Buffer, modifiedAt = Date.now()): FakeEntry {
    const names = path.split('/')
    const name = names.pop()!
    let parentId: string | null = null
    for (const folder of names) {
      parentId = (this.#named(parentId, folder) ?? this.#add(parentId, folder, null, 0)).id
    }
    const bytes = Buffer.from(text)
    const present = this.#named(parentId, name)
    if (!present) return this.#add(parentId, name, bytes, modifiedAt)
    return Object.assign(present, { bytes, modifiedAt, version: present.version + 1 })
  }

  #add(parentId: string | null, name: string, bytes: Buffer | null, modifiedAt: number): FakeEntry {
    const made = { id: randomUUID(), parentId, name, bytes, modifiedAt, version: 1 }
    this.entries.set(made.id, made)
    return made
  }

  remove(path: string): void {
    const found = this.at(path)!
    const below = (id: string) => {
      for (const one of Array.from(this.entries.values())) if (one.parentId === id) below(one.id)
      this.entries.delete(id)
    }
    below(found.id)
  }

  move(path: string, folder: string | null, name: string): void {
    Object.assign(this.at(path)!, { parentId: folder === null ? null : this.at(folder)!.id, name })
  }

  /** The tree by path: the text of files, null for folders. */
  tree(parentId: string | null = null, above = ''): Record<string, string | null> {
    const found: Record<string, string | null> = {}
    for (const one of this.entries.values()) {
      if (one.parentId !== parentId) continue
      found[above + one.name] = one.bytes ? one.bytes.toString() : null
      if (!one.bytes) Object.assign(found, this.tree(one.id, `${above}${one.name}/`))
    }
    return found
  }

  chunksOf(bytes: Buffer): { bytes: Buffer; ref: ChunkRef }[] {
    const chunks = []
    for (let at = 0; at < bytes.length; at += 1_000_000) {
      const piece = bytes.subarray(at, at + 1_000_000)
      chunks.push({ bytes: piece, ref: { hash: hashOf(piece), size: piece.length } })
    }
    return chunks
  }

  hash(bytes: Buffer): string {
    return contentId(encodeChunks(this.chunksOf(bytes).map(({ ref }) => ref)))
  }

  reported({ id, parentId, name, bytes, modifiedAt, version }: FakeEntry): ReportedEntry {
    return {
      id,
      parentId,
      name,
      kind: bytes ? 'file' : 'folder',
      hash: bytes && this.hash(bytes),
      size: bytes?.length ?? 0,
      modifiedAt,
      version: bytes ? String(version) : '',
    }
  }

  async call<T>(
    method: string,
    path: string,
    body?: unknown
  ): Promise<{ status: number; body: T }> {
    const url = `${this.agent.url}/api/sync-contracts/agent/${this.contractId}/${this.side}/${path}`
    const headers: Record<string, string> = { ...this.agent.bearer.headers }
    if (this.protocol !== undefined) headers[protocolHeader] = this.protocol
    const isRaw = Buffer.isBuffer(body)
    if (body !== undefined) headers['content-type'] = isRaw ? framesType : 'application/json'
    if (isRaw) headers['content-encoding'] = 'zstd'
    const sent = isRaw ? new Uint8Array(zstdCompressSync(body)) : body && JSON.stringify(body)
    const reply = await fetch(url, { method, headers, body: sent as never })
    const bytes = Buffer.from(await reply.arrayBuffer())
    const isJson = (reply.headers.get('content-type') ?? '').includes('json')
    const answer = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : bytes
    return { status: reply.status, body: answer as T }
  }

  async ok<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await this.call<T>(method, path, body)
    if (reply.status > 299)
      throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  /** Reports changes, or everything when the server asks for it. */
  async report({ whole = this.generation === 0, partSize = 5_000 } = {}): Promise<ReportAnswer> {
    const now = new Map(
      [...this.entries.values()].map((one) => [one.id, JSON.stringify(this.reported(one))])
    )
    const changed = [...now]
      .filter(([id, text]) => whole || this.#reported.get(id) !== text)
      .map(([, text]) => JSON.parse(text) as ReportedEntry)
    const removed = whole ? [] : [...this.#reported.keys()].filter((id) => !now.has(id))
    const shared = {
      stateId: this.stateId,
      generation: this.generation + 1,
      isWhole: whole,
      isRootThere: this.isRootThere,
      traits,
    }
    let answer!: ReportAnswer
    const parts = Math.max(1, Math.ceil(changed.length / partSize))
    for (let part = 0; part < parts; part++) {
      const isLast = part === parts - 1
      const body: Report = {
        ...shared,
        part,
        isLast,
        removed: isLast ? removed : [],
        changed: changed.slice(part * partSize, (part + 1) * partSize),
        outcomes: isLast ? this.#outcomes : [],
      }
      answer = await this.ok<ReportAnswer>('POST', 'report', body)
      if (answer.state === 'again') return this.report({ whole: true, partSize })
    }
    if (answer.state === 'held') {
      this.generation++
      this.#reported = now
      this.#outcomes = []
    }
    return answer
  }

  /** Fetches its work, does it and reports it. @returns how much it was */
  async work(): Promise<number> {
    const { work } = await this.ok<{ work: Work[] }>('GET', 'work')
    const ids = new Map<string, string>()
    for (const one of work) {
      const refused = this.refuses?.(one)
      if (refused) this.#outcomes.push(refused)
      else this.#outcomes.push(await this.#do(one, ids))
    }
    if (work.length > 0) await this.report()
    return work.length
  }

  async #do(work: Work, ids: Map<string, string>): Promise<Outcome> {
    const stale: Outcome = { workId: work.id, state: 'stale' }
    const parentOf = (id: string | null) =>
      id?.startsWith('work:') ? ids.get(id.slice('work:'.length)) : id
    const expected = 'expected' in work ? work.expected : null
    const present = expected ? this.entries.get(expected.id) : undefined
    if (expected) {
      const isSame =
        present?.name === expected.name &&
        present.parentId === expected.parentId &&
        this.reported(present).version === expected.version
      if (!isSame) return stale
    }
    const done = (entry: FakeEntry | null): Outcome => ({
      workId: work.id,
      state: 'done',
      entry: entry && this.reported(entry),
    })
    if (work.type === 'send') {
      await this.send(present!.bytes!)
      return done(present!)
    }
    if (work.type === 'remove') {
      if ([...this.entries.values()].some((one) => one.parentId === present!.id)) return stale
      this.entries.delete(present!.id)
      return done(null)
    }
    const parentId = parentOf(work.parentId)
    if (parentId === undefined) return stale
    const other = this.#named(parentId, work.name)
    // The server asks again when the outcome arrives during a pass.
    if (work.type === 'makeFolder' && other?.bytes === null) {
      ids.set(work.id, other.id)
      return done(other)
    }
    if (other && other !== present) return stale
    if (work.type === 'move') return done(Object.assign(present!, { parentId, name: work.name }))
    if (work.type === 'makeFolder') {
      const made = this.#add(parentId, work.name, null, 0)
      ids.set(work.id, made.id)
      return done(made)
    }
    const bytes = await this.read(work.hash)
    if (!present) return done(this.#add(parentId, work.name, bytes, work.modifiedAt))
    const { modifiedAt } = work
    return done(Object.assign(present, { bytes, modifiedAt, version: present.version + 1 }))
  }

  async send(bytes: Buffer): Promise<string> {
    const chunks = this.chunksOf(bytes)
    const refs = chunks.map(({ ref }) => ref)
    const hash = this.hash(bytes)
    const contents = [{ hash, size: bytes.length, chunks: refs, base: null }]
    const { missing } = await this.ok<{ missing: string[] }>('POST', 'missing', { contents })
    const wanted = new Set(missing)
    for (const { bytes, ref } of chunks) {
      if (!wanted.delete(ref.hash)) continue
      this.sentChunks++
      await this.ok(
        'POST',
        'contents',
        Buffer.concat([frameHead({ chunk: ref.hash }, bytes.length), bytes])
      )
    }
    const taken = await this.ok<{ contents: { state: string }[] }>(
      ...(['POST', 'contents', frameHead({ content: hash, chunks: refs })] as const)
    )
    return taken.contents[0]!.state
  }

  async read(hash: string): Promise<Buffer> {
    const bytes = await this.ok<Buffer>('POST', 'read', { contents: [{ hash, chunks: null }] })
    const pieces: Buffer[] = []
    for (let at = 0; at < bytes.length;) {
      const header = bytes.readUInt32BE(at)
      const length = bytes.readUInt32BE(at + 4)
      pieces.push(bytes.subarray(at + 8 + header, at + 8 + header + length))
      at += 8 + header + length
    }
    return Buffer.concat(pieces)
  }
}

const traits = {
  hasIds: true,
  isCaseSensitive: true,
  isFormSensitive: true,
  names: 'posix' as const,
  maxNameBytes: 255,
  maxPathBytes: 4_096,
}

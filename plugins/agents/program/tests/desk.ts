import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@crossdock/kernel/testing'
import type { AgentEnd, Work } from '@crossdock/sync-engine/protocol'
import { ContentHash } from '../files/content_hash.js'
import { agentPlatform } from '../platform.js'
import { Log } from '../log.js'
import { State } from '../state/state.js'
import { Sync } from '../sync/sync.js'
import { Pace } from '../transfer/pace.js'
import { SyncServer } from './sync_server.js'

const contentOf = (bytes: string | Buffer) => {
  const hash = new ContentHash().update(Buffer.from(bytes))
  const id = hash.digest()
  return { id, chunks: hash.chunks }
}
export const idOf = (bytes: string | Buffer) => contentOf(bytes).id
const cut = (bytes: Buffer) => contentOf(bytes).chunks

/** A folder in sync with a test server, in this process. */
export class Desk {
  sync!: Sync
  state!: State
  isPaused = false
  readonly lines: string[] = []
  #works = 0

  private constructor(
    readonly server: SyncServer,
    readonly folder: string,
    readonly stateFolder: string
  ) {}

  static async open(more: Partial<AgentEnd> = {}): Promise<Desk> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'crossdock-sync-')))
    const stateFolder = await mkdtemp(join(tmpdir(), 'crossdock-state-'))
    await mkdir(join(folder, 'in'))
    return new Desk(await SyncServer.before(join(folder, 'in'), more), folder, stateFolder)
  }

  start(): this {
    this.state = State.open(this.stateFolder, true)
    if (!this.state.get('folders')) {
      this.state.set('folders', [{ path: this.folder, real: this.folder }])
    }
    this.sync = new Sync({
      state: this.state,
      sessions: this.server.sessions(),
      platform: agentPlatform(),
      up: new Pace(),
      down: new Pace(),
      onIdle: () => undefined,
      log: new Log(this.stateFolder, ({ message }) => this.lines.push(message)),
      folders: () => this.state.get('folders') ?? [],
      isPaused: () => this.isPaused,
      whenActive: () => Promise.resolve(),
    })
    return this
  }

  async stop(): Promise<void> {
    await this.sync.stop()
    this.state.close()
  }

  async close(): Promise<void> {
    await this.stop()
    await this.server.stop()
    await rm(this.folder, { recursive: true, force: true })
    await rm(this.stateFolder, { recursive: true, force: true })
  }

  path(...names: string[]): string {
    return join(this.folder, 'in', ...names)
  }

  async write(name: string, content: string | Buffer): Promise<void> {
    await mkdir(join(this.path(name), '..'), { recursive: true })
    await writeFile(this.path(name), content)
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8')
  }

  /** Waits until the server knows this state of the folder. */
  async shows(paths: Record<string, string | null>): Promise<void> {
    const wanted = Object.entries(paths)
      .map(([path, content]) => [path, content === null ? null : idOf(content)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
    const text = JSON.stringify(Object.fromEntries(wanted))
    await until(`the server to know ${text}`, () => JSON.stringify(this.server.paths) === text)
  }

  /** Assigns work, and waits for its outcome. */
  async does(
    ...work: (Work extends infer One ? (One extends Work ? Omit<One, 'id'> : never) : never)[]
  ) {
    const given = work.map((one) => ({ id: `w${++this.#works}`, ...one }) as Work)
    this.server.work.push(...given)
    this.sync.hint()
    await until('the work to end', () => given.every(({ id }) => this.server.outcomes.has(id)))
    return given.map(({ id }) => this.server.outcomes.get(id)!)
  }

  /** The state that the server expects at a path. */
  expected(path: string) {
    const { id, parentId, name, version, hash } = this.server.at(path)!
    return { id, parentId, name, version, hash }
  }

  writes(name: string, bytes: Buffer, more: object = {}) {
    return {
      type: 'write' as const,
      expected: null,
      parentId: null,
      name,
      hash: this.server.store(bytes, cut),
      size: bytes.length,
      modifiedAt: Date.UTC(2025, 4, 6),
      ...more,
    }
  }
}

import { Readable } from 'node:stream'
import { text } from '@crossdock/kernel/ground'
import { contentStore } from '@crossdock/kernel/storage'
import {
  isTemporary,
  type Agreed,
  type Entry,
  type Expected,
  type Result,
  type SideName,
  type Traits,
  type Tree,
} from '@crossdock/sync-engine'
import { transaction } from '@crossdock/kernel/database'
import { EndpointError, type FileEndpoint, type FileEntry } from '../../contracts/index.js'
import { openEndpoint } from '../../endpoints/open_endpoint.js'
import type { SyncSide } from '../../models/sync_side.js'
import { lockedContract, keepContents } from '../../rows/index.js'
import { endOfPass } from '../failures.js'
import { PassWaits, PlanOutdated } from '../pass_stopped.js'
import { dropEntries, entriesOf, keepEntries, soundTime } from '../rows.js'
import { idOn, mostEntries, type Change, type Places, type RemoteEnd } from './end.js'

/** Number of concurrently listed folders. */
const listsAtOnce = 4

/** Delay before a system is listed again if its files moved during the listing. */
const listAgainMs = 5_000

/** Maximum length of a path in the table of entries. */
const longestPath = 1_000

/** A folder of an external system. The id of an entry is its path below the folder. */
export class ExternalEnd implements RemoteEnd {
  readonly kind = 'remote'
  readonly side: SideName
  #endpoint: FileEndpoint | undefined
  readonly #root: string
  /** The moves of this pass, because plans name entries by their former paths. */
  readonly #moved: [from: string, to: string][] = []

  constructor(
    readonly row: SyncSide,
    private readonly systemId: string,
    path: string
  ) {
    this.side = row.side
    this.#root = path.split('/').filter(Boolean).join('/')
  }

  async close(): Promise<void> {
    await this.#endpoint?.close()
  }

  async #open(): Promise<FileEndpoint> {
    return (this.#endpoint ??= await openEndpoint(this.systemId))
  }

  /**
   * Lists everything. The content of a file is known if the file is unchanged since it was last read or written.
   * @throws PassWaits, PassStopped if the system cannot be read, because missing entries would look deleted
   */
  async tree(agreed: ReadonlyMap<string, Agreed>): Promise<Tree> {
    try {
      return await this.#listed(agreed)
    } catch (error) {
      throw error instanceof EndpointError ? endOfPass(error) : error
    }
  }

  async #listed(agreed: ReadonlyMap<string, Agreed>): Promise<Tree> {
    const endpoint = await this.#open()
    const traits: Traits = { ...endpoint.traits, hasIds: false }
    traits.maxPathBytes = Math.min(traits.maxPathBytes, longestPath)
    const root = this.#root === '' ? null : await endpoint.stat(this.#root)
    const isRootThere = this.#root === '' || root?.kind === 'folder'
    const none = { entries: new Map(), isRootThere: false, isTrusted: true, traits }
    if (!isRootThere) return none
    const known = await this.#known(agreed)
    const entries = await this.#list(endpoint, known)
    const isMissing = [...agreed.values()].some((one) => !entries.has(idOn(one, this.side)))
    // A folder that is renamed during the listing may appear in no list. So an entry must be missing twice to
    // count as deleted.
    if (isMissing && !sameIds(entries, await this.#list(endpoint, known))) {
      throw new PassWaits(inMotion, listAgainMs)
    }
    return { entries, isRootThere, isTrusted: true, traits }
  }

  async #list(
    endpoint: FileEndpoint,
    known: ReadonlyMap<string, string>
  ): Promise<Map<string, Entry>> {
    const entries = new Map<string, Entry>()
    let level = ['']
    while (level.length > 0) {
      const next: string[] = []
      for (let at = 0; at < level.length; at += listsAtOnce) {
        const some = level.slice(at, at + listsAtOnce)
        const lists = await Promise.all(some.map((path) => endpoint.list(this.#full(path))))
        for (const [index, list] of lists.entries())
          for (const one of list) {
            if (isTemporary(one.name)) continue
            const entry = entryOf(one, some[index]!, known)
            entries.set(entry.id, entry)
            if (entry.kind === 'folder' && !entry.trouble) next.push(entry.id)
          }
        if (entries.size > mostEntries)
          throw new EndpointError('too_many', `The folder holds more than ${mostEntries} entries.`)
      }
      level = next
    }
    return entries
  }

  /** Content ids by path and version. */
  async #known(agreed: ReadonlyMap<string, Agreed>): Promise<Map<string, string>> {
    const known = new Map<string, string>()
    for (const one of agreed.values()) {
      const version = this.side === 'source' ? one.sourceVersion : one.targetVersion
      if (one.hash) known.set(`${idOn(one, this.side)}\n${version}`, one.hash)
    }
    const read = await entriesOf(this.row.contractId, this.side, this.row.epoch)
    for (const { id, version, hash } of read.values())
      if (hash) known.set(`${id}\n${version}`, hash)
    return known
  }

  /** Copies the bytes of a file into the store, and stores its content id. */
  async fetch(expected: Expected, size: number, path: string): Promise<{ hash: string }> {
    const endpoint = await this.#open()
    const at = this.#now(expected.id)
    const bytes = await endpoint.read(this.#full(at), expected.version)
    const stored = await contentStore.use().write(bytes, { maxBytes: size })
    await transaction(async () => {
      const contract = await lockedContract(this.row.contractId)
      if (!contract) throw new PlanOutdated()
      await contentStore.use().record(stored)
      const { id: contentHash } = stored
      await keepContents(contract, [
        { side: this.side, path, contentHash, size: stored.size, reason: 'transit' },
      ])
      await this.#remember(at, expected.version, stored.id, stored.size)
    })
    return { hash: stored.id }
  }

  async #remember(id: string, version: string, hash: string, size: number): Promise<void> {
    const [parentId, name] = parted(id)
    const entry = { id, parentId, name, kind: 'file' as const, hash, size, modifiedAt: 0, version }
    await keepEntries(this.row.contractId, this.side, this.row.epoch, [entry])
  }

  async apply(change: Change, places: Places): Promise<Result | null> {
    const endpoint = await this.#open()
    if (change.type === 'remove') {
      const at = this.#now(change.expected.id)
      await endpoint.remove(this.#full(at), change.expected.version)
      await dropEntries(this.row.contractId, this.side, this.row.epoch, [at])
      return null
    }
    const parent = places.parentOf(change.parentKey)
    const to = parent === null ? change.name : `${this.#now(parent)}/${change.name}`
    if (change.type === 'makeFolder') return resultOf(to, await endpoint.makeFolder(this.#full(to)))
    if (change.type === 'move') {
      const from = this.#now(change.expected.id)
      const { version } = change.expected
      const moved = await endpoint.rename(this.#full(from), this.#full(to), version)
      this.#moved.push([from, to])
      return resultOf(to, moved)
    }
    const { size, modifiedAt, expected } = change
    const content = await contentStore.use().read(change.hash!)
    const file = { size, modifiedAt, expectedVersion: expected?.version ?? null }
    const at = expected ? this.#now(expected.id) : to
    const written = await endpoint.write(this.#full(at), Readable.from(content), file)
    await this.#remember(at, written.version, change.hash!, size)
    return resultOf(at, written)
  }

  #full(path: string): string {
    return [this.#root, path].filter(Boolean).join('/')
  }

  /** Returns the present path of an entry. */
  #now(id: string): string {
    return this.#moved.reduce(
      (path, [from, to]) =>
        path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path,
      id
    )
  }
}

const sameIds = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) =>
  one.size === other.size && [...one.keys()].every((id) => other.has(id))

const inMotion = text('The files of the external system change while they are listed.')

const resultOf = (id: string, { version, modifiedAt }: FileEntry): Result => ({
  id,
  version,
  modifiedAt,
})

function parted(path: string): [parentId: string | null, name: string] {
  const at = path.lastIndexOf('/')
  return at < 0 ? [null, path] : [path.slice(0, at), path.slice(at + 1)]
}

function entryOf(one: FileEntry, parent: string, known: ReadonlyMap<string, string>): Entry {
  const { name, kind, size, modifiedAt, version } = one
  const id = parent === '' ? name : `${parent}/${name}`
  const isFolder = kind === 'folder'
  const odd = kind === 'link' || kind === 'device' ? kind : one.trouble
  return {
    id,
    parentId: parent === '' ? null : parent,
    name,
    kind: isFolder ? 'folder' : 'file',
    hash: isFolder ? null : (known.get(`${id}\n${version}`) ?? null),
    size: isFolder ? 0 : size,
    modifiedAt: soundTime(modifiedAt),
    version: isFolder ? '' : version,
    ...(odd ? { trouble: odd } : {}),
  }
}

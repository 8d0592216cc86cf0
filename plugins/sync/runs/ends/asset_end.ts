import {
  assetsWrite,
  assetTrees,
  type ExpectedAsset,
  type TreeEntry,
} from '@crossdock/backend/assets'
import { text } from '@crossdock/kernel/ground'
import { holds } from '@crossdock/kernel/tenancy'
import type { Entry, Expected, Result, SideName, Traits, Tree } from '@crossdock/sync-engine'
import type { SyncSide } from '../../models/sync_side.js'
import { PassStopped } from '../pass_stopped.js'
import { mostEntries, type Change, type Places, type StoredEnd, type Write } from './end.js'

const traits: Traits = {
  hasIds: true,
  isCaseSensitive: true,
  isFormSensitive: false,
  names: 'posix',
  maxNameBytes: 255,
  maxPathBytes: 25_600,
}

/** An asset folder of the tenant, read and changed with the permissions of the contract's owner. */
export class AssetEnd implements StoredEnd {
  readonly kind = 'stored'
  readonly side: SideName
  /** Content ids of the existing files. */
  readonly hashes = new Set<string>()
  /** Assets closed to the contract's owner. Their names are not shown to any caller. */
  readonly closed = new Set<string>()
  readonly #types = new Map<string, string>()

  constructor(readonly row: SyncSide) {
    this.side = row.side
  }

  get #root(): string {
    return this.row.rootId!
  }

  async tree(): Promise<Tree> {
    const names = this.row.rootId && (await assetTrees.use().pathOf(this.row.rootId))
    const nothing = { entries: new Map(), isRootThere: false, isTrusted: true, traits }
    if (!names) return nothing
    this.hashes.clear()
    this.closed.clear()
    const entries = new Map<string, Entry>()
    for (const one of await assetTrees.use().below(this.#root, mostEntries)) {
      if (one.isClosed) this.closed.add(one.id)
      if (one.hash && !one.isClosed) this.hashes.add(one.hash)
      entries.set(one.id, this.#entry(one))
    }
    const takesName = (name: string) => assetTrees.use().isValidName(name)
    return { entries, isRootThere: true, isTrusted: true, traits, takesName }
  }

  #entry({
    id,
    parentId,
    name,
    type,
    hash,
    size,
    version,
    modifiedAt,
    isClosed,
  }: TreeEntry): Entry {
    const isFile = type === 'file'
    return {
      id,
      parentId: parentId === this.#root ? null : parentId,
      name,
      kind: type,
      hash: isClosed ? null : hash,
      size,
      modifiedAt: isFile && modifiedAt ? Date.parse(modifiedAt) : 0,
      version: isFile ? String(version) : '',
      ...(isClosed ? { trouble: 'unreadable' as const } : {}),
    }
  }

  async prepare(change: Change): Promise<void> {
    if (change.type !== 'write' || !change.hash) return
    this.#types.set(change.key, await assetTrees.use().typeOf(change.name, change.hash))
  }

  async apply(change: Change, places: Places): Promise<Result | null> {
    const trees = assetTrees.use()
    if (!holds(assetsWrite)) throw new PassStopped(mayNotChange)
    if (change.type === 'remove') {
      await trees.trash(this.#expected(change.expected))
      return null
    }
    const parentId = places.parentOf(change.parentKey) ?? this.#root
    const { name } = change
    if (change.type === 'makeFolder') {
      return { id: (await trees.makeFolder(parentId, name)).id, version: '', modifiedAt: 0 }
    }
    if (change.type === 'move') {
      const expected = this.#expected(change.expected)
      await trees.place(expected, { parentId, name })
      return { id: expected.id, version: change.expected.version, modifiedAt: 0 }
    }
    const expected = change.expected && this.#expected(change.expected)
    const put = await trees.put({ ...this.#order(change, places), expected })
    return { id: put.id, version: String(put.version), modifiedAt: change.modifiedAt }
  }

  async putNew(writes: readonly Write[], places: Places): Promise<Result[]> {
    if (!holds(assetsWrite)) throw new PassStopped(mayNotChange)
    const ids = await assetTrees.use().putNew(writes.map((write) => this.#order(write, places)))
    return writes.map(({ modifiedAt }, at) => ({ id: ids[at]!, version: '1', modifiedAt }))
  }

  #order({ key, parentKey, name, hash, size, modifiedAt }: Write, places: Places) {
    return {
      parentId: places.parentOf(parentKey) ?? this.#root,
      name,
      hash: hash!,
      size,
      mimeType: this.#types.get(key)!,
      fileModifiedAt: modifiedAt > 0 ? new Date(modifiedAt).toISOString() : null,
    }
  }

  #expected({ id, parentId, name, version }: Expected): ExpectedAsset {
    return { id, name, parentId: parentId ?? this.#root, version: Number(version) || 0 }
  }
}

const mayNotChange = text(
  'The person whose rights the contract uses may not change files any more. Another person must take the contract over.'
)

/**
 * Returns names in the path of an asset folder.
 * @throws PassStopped for the top level, which is not a folder
 */
export function namesOf(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '')
  if (names.length > 0) return names
  throw new PassStopped(text('The top level of assets cannot be synced. Choose a folder.'))
}

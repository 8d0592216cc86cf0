import type { Entry, Expected, Traits, Tree, Trouble } from '@crossdock/sync-engine'
import { slotOn } from '../../../engine/names.js'

export interface Item {
  id: string
  parentId: string | null
  name: string
  kind: 'file' | 'folder'
  /** Each version that a person writes is a unique word, so that it can be traced. */
  content: string
  modifiedAt: number
  version: string
  trouble?: Trouble
}

export const posix: Traits = {
  hasIds: true,
  isCaseSensitive: true,
  isFormSensitive: true,
  names: 'posix',
  maxNameBytes: 255,
  maxPathBytes: 4096,
}
export const withoutIds: Traits = { ...posix, hasIds: false }
export const windows: Traits = { ...posix, isCaseSensitive: false, names: 'windows' }

export class DiskError extends Error {}

/** A disk in memory. Without ids, its entries are named by their paths. */
export class Disk {
  items = new Map<string, Item>()
  isRootThere = true
  isTrusted = true
  private last = 0

  constructor(
    readonly name: string,
    readonly traits: Traits = posix
  ) {}

  snapshot = () => new Map([...this.items].map(([id, item]) => [id, { ...item }]))

  /** Restores earlier items. Later items still get unused ids, as inodes do. */
  restore(items: ReadonlyMap<string, Item>): void {
    this.items = new Map([...items].map(([id, item]) => [id, { ...item }]))
  }

  /** An agent that lost its table gives every entry a new id. */
  renumber(): void {
    const ids = new Map([...this.items.keys()].map((id) => [id, `${this.name}${++this.last}`]))
    this.items = new Map(
      [...this.items.values()].map((item) => {
        const parentId = item.parentId === null ? null : ids.get(item.parentId)!
        return [ids.get(item.id)!, Object.assign(item, { id: ids.get(item.id)!, parentId })]
      })
    )
  }

  path(item: Item): string {
    const above = item.parentId === null ? null : this.items.get(item.parentId)
    return above ? `${this.path(above)}/${item.name}` : item.name
  }

  find(path: string): Item | null {
    let parent: Item | null = null
    for (const name of path.split('/')) {
      const next = this.child(parent?.id ?? null, name)
      if (!next) return null
      parent = next
    }
    return parent
  }

  child(parentId: string | null, name: string): Item | null {
    const slot = slotOn(this.traits)
    for (const item of this.items.values())
      if (item.parentId === parentId && slot(item.name) === slot(name)) return item
    return null
  }

  children = (id: string | null) => [...this.items.values()].filter((it) => it.parentId === id)

  make(
    parentId: string | null,
    name: string,
    kind: Item['kind'],
    content = '',
    modifiedAt = 0
  ): Item {
    if (parentId !== null && this.items.get(parentId)?.kind !== 'folder')
      throw new DiskError('no such folder')
    if (this.child(parentId, name)) throw new DiskError('exists')
    const id = `${this.name}${++this.last}`
    const item = { id, parentId, name, kind, content, modifiedAt, version: this.next(kind) }
    this.items.set(id, item)
    return item
  }

  private next = (kind: Item['kind']) => (kind === 'folder' ? '' : `v${++this.last}`)

  write(item: Item, content: string, modifiedAt: number): void {
    Object.assign(item, { content, modifiedAt, version: this.next('file') })
  }

  move(item: Item, parentId: string | null, name: string): void {
    for (let at = parentId; at !== null; at = this.items.get(at)!.parentId)
      if (at === item.id) throw new DiskError('into itself')
    if (parentId !== null && this.items.get(parentId)?.kind !== 'folder')
      throw new DiskError('no such folder')
    const there = this.child(parentId, name)
    if (there && there !== item) throw new DiskError('exists')
    Object.assign(item, { parentId, name })
  }

  /** A person removes everything below too; the engine removes only empty folders. */
  remove(item: Item, isDeep = false): void {
    const children = this.children(item.id)
    if (children.length > 0 && !isDeep) throw new DiskError('not empty')
    for (const child of children) this.remove(child, true)
    this.items.delete(item.id)
  }

  private idOf = (item: Item) => (this.traits.hasIds ? item.id : this.path(item))

  entry(item: Item): Entry {
    const above = item.parentId === null ? null : this.items.get(item.parentId)!
    const isFile = item.kind === 'file'
    return {
      id: this.idOf(item),
      parentId: above && this.idOf(above),
      name: item.name,
      kind: item.kind,
      hash: isFile ? item.content : null,
      size: isFile ? item.content.length : 0,
      modifiedAt: item.modifiedAt,
      version: item.version,
      ...(item.trouble && { trouble: item.trouble }),
    }
  }

  tree(): Tree {
    const { isRootThere, isTrusted, traits } = this
    const entries = new Map<string, Entry>()
    for (const item of this.items.values()) {
      const entry = this.entry(item)
      entries.set(entry.id, entry)
    }
    return { entries, isRootThere, isTrusted, traits }
  }

  /** The item of a reported id. */
  get = (id: string) => (this.traits.hasIds ? (this.items.get(id) ?? null) : this.find(id))

  /** The item if it is still in the state that a plan expects. */
  expect({ id, parentId, name, version }: Expected): Item | null {
    const item = this.get(id)
    if (!item || item.name !== name || item.version !== version || item.trouble) return null
    return this.entry(item).parentId === parentId ? item : null
  }

  /** Paths with their contents, in order; folders end with a slash. */
  list(): string[] {
    return [...this.items.values()]
      .map((item) =>
        item.kind === 'folder' ? `${this.path(item)}/` : `${this.path(item)}=${item.content}`
      )
      .sort()
  }
}

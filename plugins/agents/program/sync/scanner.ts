import { lstatSync, type BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AgentError } from '../errors.js'
import type { AllowedPlace } from '../files/allow_list.js'
import { Folder, type ScannedName } from '../files/folder.js'
import {
  contentMark,
  emptyContent,
  hasBirth,
  identOf,
  isOwnName,
  isTemporary,
  markOf,
  mtimeOf,
} from './marks.js'
import type { Entry, Records } from './records.js'

interface Deps {
  records: Records
  place: AllowedPlace
  /** Returns whether the contract excludes a name below the root. */
  isHidden: (names: readonly string[], kind: Entry['kind']) => boolean
  /** Called before a folder is listed: changes in the folder must be noticed from now on. */
  onFolder: (id: string, ident: string, path: string) => void
  signal: AbortSignal
}

/** Number of names to compare before yielding to other work. */
const comparedAtOnce = 500
/** Files of this size are read some seconds after a change: a large log file would otherwise be read constantly. */
const largeBytes = 64 * 1024 * 1024
const largeMs = 5_000

type Trouble = NonNullable<Entry['trouble']>

/** Compares folders with the known state. Only a scan finds the actual state; events only say where to scan. */
export class Scanner {
  /** Entries whose name is gone; they may reappear elsewhere before the scan ends. */
  readonly #missing = new Set<string>()
  /** Folders that changed during the scan and must be scanned again. */
  readonly #again = new Set<string>()
  /** Temporary files, by the names of their folder. */
  readonly temporary: { names: string[]; name: string }[] = []

  constructor(private readonly deps: Deps) {}

  /**
   * Scans everything.
   * @throws AgentError when the root cannot be read
   */
  async all(): Promise<void> {
    const root = await Folder.of(this.deps.place)
    try {
      await this.#scan(root, '', [], true)
    } finally {
      await root.close()
    }
  }

  /** Scans one folder and its new subfolders. A missing folder is found by the scan of its parent. */
  async one(id: string): Promise<void> {
    const { records, place } = this.deps
    const names = records.namesOf(id)
    if (!names) return
    let folder: Folder
    try {
      folder = await Folder.of({ ...place, names: [...place.names, ...names] })
    } catch (error) {
      if (id === '' || !(error instanceof AgentError)) throw error
      return
    }
    try {
      await this.#scan(folder, id, names, false)
    } catch (error) {
      if (id === '' || !(error instanceof AgentError)) throw error
      this.#unreadable(id)
    } finally {
      await folder.close()
    }
  }

  /**
   * Ends a scan: entries that did not reappear are deleted.
   * @returns folders to scan again
   * @throws AgentError when the root is gone: then nothing in it counts as deleted
   */
  async settle(): Promise<ReadonlySet<string>> {
    const { records } = this.deps
    const gone: string[] = []
    for (const id of this.#missing) {
      const entry = records.find(id)
      if (!entry) continue
      const found = this.#statOf(entry)
      if (found === 'gone') gone.push(id)
      else if (found !== 'unknown' && kindOf(found) === entry.kind) this.#again.add(entry.parentId)
      else if (found !== 'unknown') gone.push(id)
    }
    this.#missing.clear()
    // Check the root again: a disk that was removed during the scan would look like deletions.
    const root = await Folder.of(this.deps.place)
    await root.close()
    for (const id of gone) records.remove(id)
    return this.#again
  }

  async #scan(folder: Folder, id: string, names: string[], isDeep: boolean): Promise<void> {
    const { records, signal, onFolder } = this.deps
    signal.throwIfAborted()
    onFolder(id, identOf(await folder.stats()), folder.path)
    const found = await folder.scan()
    const known = knownByName(records, id)
    const listed = new Set(found.map(({ name }) => name))
    const inside: Entry[] = []
    for (let at = 0; at < found.length; at += comparedAtOnce) {
      if (at > 0) await setImmediate()
      signal.throwIfAborted()
      records.atOnce(() => {
        for (const item of found.slice(at, at + comparedAtOnce)) {
          const below = this.#take(id, names, item, { known, listed }, isDeep)
          if (below) inside.push(below)
        }
      })
    }
    for (const { id: missing } of known.values()) this.#missing.add(missing)
    for (const { id: below, name } of inside) {
      try {
        const next = await folder.folder(name)
        try {
          await this.#scan(next, below, [...names, name], isDeep)
        } finally {
          await next.close()
        }
        const entry = records.find(below)
        if (entry?.trouble === 'unreadable') records.put({ ...entry, trouble: null })
      } catch (error) {
        if (!(error instanceof AgentError)) throw error
        this.#unreadable(below)
      }
    }
  }

  /** Keeps the known entries below a folder that cannot be read. */
  #unreadable(id: string): void {
    const { records } = this.deps
    const entry = records.find(id)
    if (!entry || this.#statOf(entry) === 'gone') return
    if (entry.trouble !== 'unreadable') records.put({ ...entry, trouble: 'unreadable' })
  }

  /**
   * Compares one name.
   * @returns a folder to scan
   */
  #take(
    parentId: string,
    names: string[],
    { name, isText, stats }: ScannedName,
    { known, listed }: { known: Map<string, Entry>; listed: ReadonlySet<string> },
    isDeep: boolean
  ): Entry | undefined {
    const { records } = this.deps
    if (isOwnName(name)) {
      if (isTemporary(name)) this.temporary.push({ names, name })
      return undefined
    }
    const kind = kindOf(stats)
    // Entries that were written during this scan are not in the earlier list.
    let row = known.get(name) ?? records.childNamed(parentId, name)
    if (row && row.kind !== kind) row = undefined
    if (row) {
      known.delete(name)
      this.#missing.delete(row.id)
    }
    const ident = identOf(stats)
    const mark = markOf(stats)
    const trouble = troubleOf(stats, isText)
    const isHidden = this.deps.isHidden([...names, name], kind)
    const isKnown = row !== undefined
    if (!row && !trouble) row = this.#moved({ parentId, name, ident, stats, listed })
    const entry: Entry = row ?? {
      id: records.newId(),
      parentId,
      name,
      kind,
      ident,
      mark: '',
      size: 0,
      mtime: 0,
      hash: null,
      base: null,
      trouble: null,
      due: null,
      again: null,
      seq: 0,
    }
    if (isHidden) {
      this.#hide(entry, { ident, mark, trouble, stats })
      return undefined
    }
    if (kind === 'folder') {
      const isClosed = row?.trouble === 'unreadable' && !trouble
      const isOther = row?.ident !== ident || (row.trouble !== trouble && !isClosed)
      if (isOther) records.put({ ...entry, ident, trouble })
      return !trouble && (isDeep || !isKnown || isOther || isClosed)
        ? { ...entry, ident }
        : undefined
    }
    if (trouble) {
      if (entry.trouble !== trouble || entry.ident !== ident) {
        const nothing = { hash: null, size: 0, mark: '', due: null, again: null }
        records.put({ ...entry, ...nothing, ident, trouble })
      }
      return undefined
    }
    this.#file(entry, { ident, mark, stats })
    return undefined
  }

  /** Reports an excluded name, so that people can ask why; its content is not read. */
  #hide(
    entry: Entry,
    found: { ident: string; mark: string; trouble: Trouble | null; stats: BigIntStats }
  ): void {
    const { records } = this.deps
    const { ident, mark, trouble, stats } = found
    for (const child of records.children(entry.id)) records.remove(child.id)
    const isSame =
      entry.seq > 0 && entry.hash === null && entry.due === null && entry.trouble === trouble
    if (isSame && entry.ident === ident && (entry.kind === 'folder' || entry.mark === mark)) return
    const nothing = { hash: null, base: null, due: null, again: null }
    const size = Number(stats.size)
    records.put({ ...entry, ...nothing, ident, mark, trouble, size, mtime: mtimeOf(stats) })
  }

  #file(
    entry: Entry,
    { ident, mark, stats }: { ident: string; mark: string; stats: BigIntStats }
  ): void {
    const { records } = this.deps
    const isKnown = entry.hash !== null || entry.due !== null
    if (isKnown && entry.ident === ident && entry.mark === mark) return
    const now = Date.now()
    if (stats.size === 0n) {
      const mtime = mtimeOf(stats)
      const base = entry.base ?? entry.hash
      const empty = { hash: emptyContent, size: 0, trouble: null, due: null, again: null }
      records.put({ ...entry, ...empty, ident, mark, mtime, base })
    } else if (isKnown && entry.ident === ident && contentMark(entry.mark) === contentMark(mark)) {
      // The file was renamed, or its permissions changed. Verify its known content later.
      records.put({ ...entry, mark, again: entry.due === null ? now : null }, false)
    } else {
      // The known content stays valid until the file is read again.
      const due = entry.due ?? now + (stats.size > largeBytes ? largeMs : 0)
      records.put({ ...entry, ident, due, again: null }, false)
    }
  }

  /** Finds the entry that was renamed to this name, and stores it under this name. */
  #moved({
    parentId,
    name,
    ident,
    stats,
    listed,
  }: {
    parentId: string
    name: string
    ident: string
    stats: BigIntStats
    listed: ReadonlySet<string>
  }): Entry | undefined {
    const { records } = this.deps
    const kind = kindOf(stats)
    for (const entry of records.withIdent(ident)) {
      if (entry.kind !== kind || (entry.trouble && entry.trouble !== 'unreadable')) continue
      // Without a creation time, an equal inode alone proves little.
      const isSame = contentMark(entry.mark) === contentMark(markOf(stats))
      if (kind === 'file' && !hasBirth(ident) && !isSame) continue
      if (kind === 'folder' && records.isBelow(parentId, entry.id)) continue
      // The name has another spelling, on a disk that treats both spellings as one name.
      const isRespelled = entry.parentId === parentId && !listed.has(entry.name)
      if (!isRespelled && !this.#missing.has(entry.id)) {
        const found = this.#statOf(entry)
        // The old name still exists, so this is a second name of the same file.
        if (found === 'unknown' || (found !== 'gone' && identOf(found) === ident)) continue
      }
      this.#missing.delete(entry.id)
      const moved = { ...entry, parentId, name }
      records.put(moved)
      return records.find(entry.id)
    }
    return undefined
  }

  /** Returns the present file at an entry's place. */
  #statOf(entry: Entry): BigIntStats | 'gone' | 'unknown' {
    const { records, place } = this.deps
    const names = records.namesOf(entry.id)
    if (!names) return 'gone'
    try {
      const path = join(place.root.real, ...place.names, ...names)
      return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? 'gone'
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'gone' : 'unknown'
    }
  }
}

/** Maps names to entries, one entry per name. Duplicates would stay unresolved in every scan. */
function knownByName(records: Records, id: string): Map<string, Entry> {
  const known = new Map<string, Entry>()
  for (const row of records.children(id)) {
    if (known.has(row.name)) records.remove(row.id)
    else known.set(row.name, row)
  }
  return known
}

const kindOf = (stats: BigIntStats): Entry['kind'] => (stats.isDirectory() ? 'folder' : 'file')

function troubleOf(stats: BigIntStats, isText: boolean): Trouble | null {
  if (!isText) return 'name'
  if (stats.isSymbolicLink()) return 'link'
  return stats.isFile() || stats.isDirectory() ? null : 'device'
}

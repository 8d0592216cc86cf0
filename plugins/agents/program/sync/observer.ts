import { setTimeout as pause } from 'node:timers/promises'
import type { AllowedPlace } from '../files/allow_list.js'
import { Folder } from '../files/folder.js'
import type { AgentPlatform } from '../platform.js'
import { identOf } from './marks.js'
import { Reader } from './reader.js'
import type { Entry, Records } from './records.js'
import { Scanner } from './scanner.js'
import { probeTraits } from './traits.js'
import { Watch } from './watch.js'

interface ObserverDeps {
  records: Records
  place: AllowedPlace
  platform: AgentPlatform
  /** Returns whether the contract excludes a name below the root. */
  isHidden: (names: readonly string[], kind: Entry['kind']) => boolean
  /** Called when something changed in the folder. */
  onDirty: () => void
  /** Called when another folder than before is at the path of the root. */
  onOtherRoot: () => void
  onLeftAlone: (path: string, why: string) => void
  signal: AbortSignal
}

/** Events within this time are processed together. */
const gatheredMs = 50
/**
 * Maximum delay of a scan after changes. The delay is four times the last scan, so that scans of a busy
 * folder take at most a fifth of the time.
 */
const mostGatheredMs = 5_000
/** Changes during a scan are scanned in further rounds, up to this number. */
const mostRounds = 3

/** Observes a folder. Events of the file system are only hints; scans find the actual state. */
export class FolderObserver {
  readonly #dirty = new Set<string>()
  readonly #watch: Watch
  readonly #reader: Reader
  #needsAll = true
  #root: string | undefined
  /** Duration of the latest scan of changed folders. */
  #scanMs = 0
  /** Temporary files of unfinished work, from the latest scan. */
  #temporary: Scanner['temporary'] = []

  constructor(private readonly deps: ObserverDeps) {
    const { records, place, signal, onLeftAlone } = deps
    this.#reader = new Reader(records, place, signal, onLeftAlone)
    this.#watch = new Watch(
      (id) => this.markDirty(id),
      (names) => this.markDirty(this.#nearest(names))
    )
  }

  get place(): AllowedPlace {
    return this.deps.place
  }

  /** Returns the number of folders that the system does not watch. */
  get uncovered(): number {
    return this.#watch.uncovered
  }

  /** Returns whether the root existed at the last check. */
  get hasRoot(): boolean {
    return this.#root !== undefined
  }

  get isDirty(): boolean {
    return this.#needsAll || this.#dirty.size > 0
  }

  markDirty(id: string): void {
    this.#dirty.add(id)
    this.deps.onDirty()
  }

  close(): void {
    this.#watch.close()
  }

  /**
   * Checks the root.
   * @throws AgentError when it is missing
   */
  async checkRoot(): Promise<void> {
    const { place, platform, records, onOtherRoot } = this.deps
    try {
      const root = await Folder.of(place)
      try {
        const ident = identOf(await root.stats())
        if (this.#root === ident) return
        if (records.rootIs(ident, await probeTraits(root, platform))) onOtherRoot()
        this.#root = ident
        this.#needsAll = true
      } finally {
        await root.close()
      }
    } catch (error) {
      this.#root = undefined
      this.#watch.close()
      throw error
    }
  }

  /** Scans everything if that is due, otherwise only changed folders. */
  async scan(isDue: boolean): Promise<void> {
    if (this.#needsAll || isDue) return await this.#scanAll()
    if (this.#dirty.size === 0) return
    const ms = Math.min(Math.max(gatheredMs, 4 * this.#scanMs), mostGatheredMs)
    await pause(ms, undefined, { signal: this.deps.signal })
    const began = performance.now()
    await this.#settle(this.#scanner())
    this.#scanMs = performance.now() - began
  }

  /**
   * Reads some of the files with unknown content.
   * @returns the number of these files
   */
  read(): Promise<number> {
    return this.#reader.read()
  }

  #scanner(): Scanner {
    const { records, place, signal, isHidden } = this.deps
    return new Scanner({
      records,
      place,
      signal,
      isHidden,
      onFolder: (id, ident, path) => this.#watch.hold(id, ident, path),
    })
  }

  async #scanAll(): Promise<void> {
    const { records } = this.deps
    this.#needsAll = false
    this.#dirty.clear()
    const at = Date.now()
    const scanner = this.#scanner()
    try {
      await scanner.all()
    } catch (error) {
      this.#needsAll = true
      throw error
    }
    await this.#settle(scanner)
    this.#watch.keepOnly((id) => records.find(id) !== undefined)
    records.scanned(at, this.#watch.uncovered)
    this.#temporary = scanner.temporary
  }

  /** Ends a scan. Moves between folders are known only after all changed folders were scanned. */
  async #settle(scanner: Scanner): Promise<void> {
    try {
      for (let round = 0; this.#dirty.size > 0 && round < mostRounds; round++) {
        const ids = [...this.#dirty]
        this.#dirty.clear()
        for (const id of ids) await scanner.one(id)
      }
      for (const id of await scanner.settle()) this.#dirty.add(id)
    } catch (error) {
      this.#needsAll = true
      throw error
    }
  }

  /** Returns the known folder at a path, or the nearest known one above. */
  #nearest(names: readonly string[]): string {
    let id = ''
    for (const name of names) {
      const child = this.deps.records.childNamed(id, name)
      if (child?.kind !== 'folder') break
      id = child.id
    }
    return id
  }

  get hasTemporary(): boolean {
    return this.#temporary.length > 0
  }

  /** Records temporary files of work, by name and folder. */
  noteTemporary(left: ReadonlyMap<string, string>): void {
    for (const [name, folderId] of left) {
      const names = this.deps.records.namesOf(folderId)
      if (names) this.#temporary.push({ names, name })
    }
  }

  /** Removes temporary files when no work is left that could continue them. */
  async dropTemporary(): Promise<void> {
    const { place } = this.deps
    const temporary = this.#temporary
    this.#temporary = []
    for (const { names, name } of temporary) {
      const at = { ...place, names: [...place.names, ...names] }
      const folder = await Folder.of(at).catch(() => undefined)
      try {
        await folder?.remove(name)
      } finally {
        await folder?.close()
      }
    }
  }
}

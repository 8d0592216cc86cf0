import { watch, type FSWatcher } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const isLinux = process.platform === 'linux'

interface Held {
  ident: string
  watcher: FSWatcher
}

/**
 * Watches folders for changes. An event is only a hint, because under load the system drops events without
 * notice. Linux needs one watch for each folder; on other systems one watch covers the whole tree.
 */
export class Watch {
  readonly #held = new Map<string, Held>()
  /** Folders that the system cannot watch; they are only scanned regularly. */
  readonly #uncovered = new Set<string>()
  #whole: FSWatcher | undefined

  /**
   * @param onDirty receives the id of a folder
   * @param onPath receives a path below the root, if the system watches whole trees
   */
  constructor(
    private readonly onDirty: (id: string) => void,
    private readonly onPath: (names: string[]) => void
  ) {}

  get uncovered(): number {
    return this.#uncovered.size
  }

  hold(id: string, ident: string, path: string): void {
    if (!isLinux) return id === '' ? this.#holdWhole(path) : undefined
    const held = this.#held.get(id)
    if (held?.ident === ident) return
    this.drop(id)
    try {
      const watcher = watch(path, { persistent: false }, () => this.onDirty(id))
      watcher.on('error', () => this.drop(id))
      this.#held.set(id, { ident, watcher })
      this.#uncovered.delete(id)
    } catch {
      // ENOSPC: no watches left; EMFILE: no descriptors left. The scan finds deleted folders.
      this.#uncovered.add(id)
    }
  }

  drop(id: string): void {
    this.#held.get(id)?.watcher.close()
    this.#held.delete(id)
    this.#uncovered.delete(id)
  }

  /** Stops watching unknown folders. */
  keepOnly(isKnown: (id: string) => boolean): void {
    for (const id of [...this.#held.keys(), ...this.#uncovered]) {
      if (id !== '' && !isKnown(id)) this.drop(id)
    }
  }

  close(): void {
    for (const id of Array.from(this.#held.keys())) this.drop(id)
    this.#whole?.close()
    this.#whole = undefined
    this.#uncovered.clear()
  }

  #holdWhole(path: string): void {
    if (this.#whole) return
    try {
      this.#whole = watch(path, { persistent: false, recursive: true }, (_, name) => {
        const folder = name ? dirname(join(sep, name)) : sep
        this.onPath(folder.split(sep).filter(Boolean))
      })
      this.#whole.on('error', () => {
        this.#whole?.close()
        this.#whole = undefined
        this.#uncovered.add('')
      })
      this.#uncovered.delete('')
    } catch {
      this.#uncovered.add('')
    }
  }
}

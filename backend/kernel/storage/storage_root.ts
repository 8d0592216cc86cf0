import { link, mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { clock } from '../ground/clock.js'
import { NoRoom, StorageGone, StorageRefused } from './errors.js'
import type { PackRoom } from './pack_driver.js'
import { packOf } from './pack_names.js'

/** Tells the folder of content from one that stands in its place: that of a disk that is not mounted has none. */
export const marker = '.crossdock'

const MiB = 1024 * 1024
/** Of what is kept back, so much is left by those who give room back, too: the database may lie there. */
const leastShare = 1 / 2
/** What the system said of its room is believed for so long, or for so much of what is kept back. */
const freshMs = 1_000
const freshShare = 1 / 4

/** What is asked of a folder beside its files. */
export interface Surroundings {
  /** Whether the database names packs that lie there. */
  isNamed?: () => Promise<boolean>
  statfs?: (path: string) => Promise<{ bavail: number; bsize: number; blocks: number }>
}

/** The folder content lies in, and the room of the volume it lies on. */
export class StorageRoot {
  readonly #isNamed: () => Promise<boolean>
  readonly #statfs: NonNullable<Surroundings['statfs']>
  /** Of the folder that was found. */
  #id: string | undefined
  #opening: Promise<void> | undefined
  #seen: { at: number; room: PackRoom & { totalBytes: number }; before: number } | undefined
  /** All bytes that were ever taken, and those of them that are written. */
  #taken = 0
  #written = 0

  constructor(
    readonly path: string,
    { isNamed = async () => false, statfs: ask = statfs }: Surroundings = {}
  ) {
    this.#isNamed = isNamed
    this.#statfs = ask
  }

  /** Finds the folder, or makes it where nothing is named that lies in it. @throws StorageRefused */
  async open(): Promise<void> {
    if ((await this.#read()) === undefined) {
      if (!(await this.#hasPacks())) {
        await this.assertNotLost()
        await mkdir(this.path, { recursive: true })
      }
      await this.#mark()
    }
    this.#id = await this.#read()
  }

  /** Whether what is named lies there, for who only looks. @throws StorageRefused */
  async assertNotLost(): Promise<void> {
    if ((await this.#read()) !== undefined || (await this.#hasPacks())) return
    if (await this.#isNamed()) throw empty(this.path)
  }

  /** @throws StorageGone */
  async assertThere(): Promise<void> {
    try {
      if (this.#id === undefined) await this.#openOnce()
      else await this.assertNotGone()
    } catch (error) {
      throw error instanceof StorageRefused ? new StorageGone(this.path, error) : error
    }
  }

  #openOnce(): Promise<void> {
    return (this.#opening ??= this.open().finally(() => (this.#opening = undefined)))
  }

  /** As `assertThere`, for who only reads, and so neither makes nor marks the folder. @throws StorageGone */
  async assertNotGone(): Promise<void> {
    if (this.#id === undefined && (await this.#hasPacks())) return
    const id = await this.#read().catch((cause: unknown) => {
      throw new StorageGone(this.path, cause)
    })
    if (id === undefined || id !== (this.#id ?? id)) throw new StorageGone(this.path)
  }

  /** @throws StorageGone */
  async room(): Promise<PackRoom & { totalBytes: number }> {
    const { room, before } = await this.#look(false)
    return { ...room, freeBytes: Math.max(0, room.freeBytes - (this.#taken - before)) }
  }

  /**
   * Takes room for bytes that are about to be written. @returns to be called when they are
   * @throws NoRoom, StorageGone
   */
  async take(bytes: number, { givesBack = false } = {}): Promise<() => void> {
    for (const again of [false, true]) {
      const seen = await this.#look(again)
      const { freeBytes, keptBytes, leastBytes } = seen.room
      const left = freeBytes - (this.#taken - seen.before) - bytes
      if (left < (givesBack ? leastBytes : keptBytes)) continue
      this.#taken += bytes
      return () => void (this.#written += bytes)
    }
    throw new NoRoom(undefined, await this.room())
  }

  async #look(again: boolean) {
    const seen = this.#seen
    const isFresh =
      seen !== undefined &&
      clock.ticks() - seen.at < freshMs &&
      this.#taken - seen.before <= seen.room.keptBytes * freshShare
    if (isFresh && !again) return seen
    await this.assertThere()
    const at = clock.ticks()
    // What is being written may not be there yet.
    const before = this.#written
    const { bavail, bsize, blocks } = await this.#statfs(this.path)
    return (this.#seen = { at, room: roomOf(bavail * bsize, blocks * bsize), before })
  }

  async #read(): Promise<string | undefined> {
    try {
      return await readFile(join(this.path, marker), 'utf8')
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      throw error
    }
  }

  /** Whole or not at all, and by the first of several processes. */
  async #mark(): Promise<void> {
    const made = join(this.path, `${marker}-${uuid()}`)
    const path = join(this.path, marker)
    try {
      await writeFile(made, uuid(), { flag: 'wx', flush: true })
      await link(made, path).catch(async ({ code }: NodeJS.ErrnoException) => {
        // Not every file system has links.
        if (code !== 'EEXIST') await rename(made, path)
      })
    } finally {
      await rm(made, { force: true })
    }
  }

  /** Those of an older installation have no marker. */
  async #hasPacks(): Promise<boolean> {
    const entries = await readdir(this.path, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (!entry.isDirectory()) continue
      const names = await readdir(join(this.path, entry.name)).catch(() => [])
      if (names.some((name) => packOf(name) !== undefined)) return true
    }
    return false
  }
}

/** Kept back: 64 MiB, or 5 % of a small volume. Some file systems do not tell. */
function roomOf(freeBytes: number, totalBytes: number): PackRoom & { totalBytes: number } {
  if (totalBytes === 0) {
    return { freeBytes: Infinity, keptBytes: 0, leastBytes: 0, totalBytes: Infinity }
  }
  const keptBytes = Math.min(64 * MiB, Math.ceil(totalBytes / 20))
  return { freeBytes, keptBytes, leastBytes: Math.ceil(keptBytes * leastShare), totalBytes }
}

const empty = (path: string) =>
  new StorageRefused(
    `no files lie in ${path}, where the database says that some do. Mount the disk they are on, or correct STORAGE_URL or DATA_DIR. ` +
      `If they are lost for good, make an empty file "${marker}" in that folder to start without them.`
  )

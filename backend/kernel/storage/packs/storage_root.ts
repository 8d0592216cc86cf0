import { link, mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { clock } from '../../ground/clock.js'
import { NoRoom, StorageGone, StorageRefused } from '../errors.js'
import type { PackRoom } from './pack_driver.js'
import { packOf } from './pack_names.js'

/**
 * Name of the file that marks the content folder. If a disk is not mounted, its empty mount point has no such
 * file.
 */
export const marker = '.crossdock'

const MiB = 1024 * 1024
/** Share of the reserve that compaction must leave free, because the database may be on the same volume. */
const minShare = 1 / 2
/** The reported free space is read again after this time, or after reservations of this share of the reserve. */
const freshMs = 1_000
const freshShare = 1 / 4

/** What a storage folder needs from its environment. */
export interface Surroundings {
  /** Whether the database references packs in this folder. */
  isReferenced?: () => Promise<boolean>
  statfs?: (path: string) => Promise<{ bavail: number; bsize: number; blocks: number }>
}

/** The content folder, and the space of its volume. */
export class StorageRoot {
  readonly #isReferenced: () => Promise<boolean>
  readonly #statfs: NonNullable<Surroundings['statfs']>
  /** Id in the marker of the opened folder. */
  #id: string | undefined
  #opening: Promise<void> | undefined
  #lastLook: { at: number; room: PackRoom & { totalBytes: number }; before: number } | undefined
  /** Bytes ever reserved. */
  #taken = 0
  /** Of the reserved bytes, those that are written. */
  #written = 0

  constructor(
    readonly path: string,
    { isReferenced = async () => false, statfs: ask = statfs }: Surroundings = {}
  ) {
    this.#isReferenced = isReferenced
    this.#statfs = ask
  }

  /**
   * Opens the folder. Creates it if no row references content in it.
   * @throws StorageRefused
   */
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

  /**
   * Checks that the folder exists if rows reference content in it. Changes nothing.
   * @throws StorageRefused
   */
  async assertNotLost(): Promise<void> {
    if ((await this.#read()) !== undefined || (await this.#hasPacks())) return
    if (await this.#isReferenced()) throw emptyFolderError(this.path)
  }

  /** @throws StorageGone */
  async ensureOpen(): Promise<void> {
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

  /**
   * Like `ensureOpen`, for readers: neither creates nor marks the folder.
   * @throws StorageGone
   */
  async assertNotGone(): Promise<void> {
    if (this.#id === undefined && (await this.#hasPacks())) return
    const id = await this.#read().catch((cause: unknown) => {
      throw new StorageGone(this.path, cause)
    })
    if (id === undefined || id !== (this.#id ?? id)) throw new StorageGone(this.path)
  }

  /** @throws StorageGone */
  async room(): Promise<PackRoom & { totalBytes: number }> {
    const { room, before } = await this.#readSpace(false)
    return { ...room, freeBytes: Math.max(0, room.freeBytes - (this.#taken - before)) }
  }

  /**
   * Reserves space for bytes about to be written.
   * @returns a function to call when they are written
   * @throws NoRoom, StorageGone
   */
  async take(bytes: number, { usesReserve = false } = {}): Promise<() => void> {
    for (const again of [false, true]) {
      const seen = await this.#readSpace(again)
      const { freeBytes, keptBytes, minFreeBytes } = seen.room
      const left = freeBytes - (this.#taken - seen.before) - bytes
      if (left < (usesReserve ? minFreeBytes : keptBytes)) continue
      this.#taken += bytes
      return () => void (this.#written += bytes)
    }
    throw new NoRoom(undefined, await this.room())
  }

  async #readSpace(again: boolean) {
    const seen = this.#lastLook
    const isFresh =
      seen !== undefined &&
      clock.ticks() - seen.at < freshMs &&
      this.#taken - seen.before <= seen.room.keptBytes * freshShare
    if (isFresh && !again) return seen
    await this.ensureOpen()
    const at = clock.ticks()
    // The reported space might not yet reflect bytes that are being written.
    const before = this.#written
    const { bavail, bsize, blocks } = await this.#statfs(this.path)
    return (this.#lastLook = { at, room: roomOf(bavail * bsize, blocks * bsize), before })
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

  /** Creates the marker atomically, so that only the first of several processes marks the folder. */
  async #mark(): Promise<void> {
    const temporary = join(this.path, `${marker}-${uuid()}`)
    const path = join(this.path, marker)
    try {
      await writeFile(temporary, uuid(), { flag: 'wx', flush: true })
      await link(temporary, path).catch(async ({ code }: NodeJS.ErrnoException) => {
        // Some file systems have no hard links.
        if (code !== 'EEXIST') await rename(temporary, path)
      })
    } finally {
      await rm(temporary, { force: true })
    }
  }

  /** Whether the folder has packs. Folders of older versions have no marker. */
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

/** Computes the reserve: 64 MiB, or 5 % of a small volume. Some file systems report no size. */
function roomOf(freeBytes: number, totalBytes: number): PackRoom & { totalBytes: number } {
  if (totalBytes === 0) {
    return { freeBytes: Infinity, keptBytes: 0, minFreeBytes: 0, totalBytes: Infinity }
  }
  const keptBytes = Math.min(64 * MiB, Math.ceil(totalBytes / 20))
  return { freeBytes, keptBytes, minFreeBytes: Math.ceil(keptBytes * minShare), totalBytes }
}

const emptyFolderError = (path: string) =>
  new StorageRefused(
    `${path} has no files, but the database names some there. Mount their disk, or correct STORAGE_URL or DATA_DIR. ` +
      `If they are lost permanently, create an empty file "${marker}" in that folder to start without them.`
  )

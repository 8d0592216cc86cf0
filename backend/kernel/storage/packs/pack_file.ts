import { mkdir, open, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { clock } from '../../ground/clock.js'
import { PackLost } from '../errors.js'

/** Unsynced bytes that trigger an early flush, so that the disk writes while the next chunks are hashed. */
const SYNC_AHEAD_BYTES = 32 * 1024 * 1024
const IDLE_MS = 5_000

/**
 * One pack on disk. Only the process that created it appends to it. Space is reserved before the first await,
 * so concurrent appends never overlap. After one failed write or flush the pack takes no more bytes, because it
 * is then unknown which bytes are on disk.
 */
export class PackFile {
  #end = 0
  #maxEnd = 0
  #created = false
  #handle: Promise<FileHandle> | undefined
  #users = 0
  #unsynced = 0
  #idleTimer: NodeJS.Timeout | undefined
  #failure: unknown
  #runningSync: Promise<void> | undefined
  #nextSync: Promise<void> | undefined
  readonly #begun = clock.ticks()
  readonly #begunAt = clock.now()

  /** @param assertFolder throws when the storage folder was replaced or is missing */
  constructor(
    readonly id: string,
    readonly path: string,
    private readonly assertFolder: () => Promise<void>
  ) {}

  /** Offset of the next append. */
  get end(): number {
    return this.#end
  }

  /** Number of bytes that were written after the end and then taken back. */
  get spare(): number {
    return this.#maxEnd - this.#end
  }

  get failed(): boolean {
    return this.#failure !== undefined
  }

  /** Whether all appended bytes are on disk and no work is in progress. */
  get isDone(): boolean {
    const isClosed = this.#created && this.#handle === undefined && this.#users === 0
    return isClosed && this.#unsynced === 0 && !this.failed
  }

  /**
   * Whether the pack is younger than this by both clocks. One may be set while the process runs, the other may
   * stop while the machine sleeps.
   */
  isYoung(ms: number): boolean {
    const passed = clock.now() - this.#begunAt
    return clock.ticks() - this.#begun < ms && passed >= 0 && passed < ms
  }

  /** Writes the chunks in sequence, starting at the current `end`. */
  async append(chunks: Uint8Array[]): Promise<void> {
    const offset = this.#end
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    this.#end += length
    this.#maxEnd = Math.max(this.#maxEnd, this.#end)
    await this.#use((handle) => writeAll(handle, chunks, offset))
    this.#unsynced += length
    // The pack remembers a failure, so each writer gets the error at its own sync.
    if (this.#unsynced >= SYNC_AHEAD_BYTES) this.sync().catch(() => undefined)
  }

  /**
   * Flushes all appended bytes to disk. Calls during a running flush share the next one, because the running
   * one may not include their bytes.
   */
  sync(): Promise<void> {
    this.#nextSync ??= this.#syncAfter(this.#runningSync)
    return this.#nextSync
  }

  /** Makes the pack take no more bytes, because of a failure that the caller found. */
  giveUp(reason: unknown): void {
    this.#failure ??= reason
  }

  /** Removes bytes at the end of the pack, so that the next append overwrites them. Their writer must be done. */
  takeBack(offset: number, size: number): void {
    if (offset + size === this.#end) this.#end = offset
  }

  /** Cuts the file off at the end of the pack. Only for a pack that takes no more bytes. */
  async trim(): Promise<void> {
    const cut = async (handle: FileHandle) => {
      if ((await handle.stat()).size > this.#end) await handle.truncate(this.#end)
    }
    if (!this.failed) return await this.#use(cut)
    // Uses the open file, because another one may have this path by now.
    const handle = await this.#handle
    if (handle) await cut(handle)
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer)
    if (this.#unsynced > 0 && !this.failed) await this.sync()
    clearTimeout(this.#idleTimer)
    const handle = this.#handle
    this.#handle = undefined
    await (await handle?.catch(() => undefined))?.close()
  }

  async #syncAfter(running: Promise<void> | undefined): Promise<void> {
    await running?.catch(() => undefined)
    this.#runningSync = this.#nextSync
    this.#nextSync = undefined
    this.#unsynced = 0
    await this.#use(async (handle) => {
      await handle.datasync()
      await this.#assertInPlace(handle)
    })
  }

  /**
   * Checks that the open file is still at its path. If it was deleted or moved, its bytes would be lost with
   * the process.
   * @throws PackLost
   */
  async #assertInPlace(handle: FileHandle): Promise<void> {
    const [written, found] = await Promise.all([
      handle.stat({ bigint: true }),
      stat(this.path, { bigint: true }).catch(() => null),
    ])
    if (found?.ino !== written.ino || found.dev !== written.dev) throw new PackLost(this.path)
  }

  async #use<Result>(work: (handle: FileHandle) => Promise<Result>): Promise<Result> {
    if (this.failed) throw this.#failure
    clearTimeout(this.#idleTimer)
    this.#users++
    try {
      return await work(await (this.#handle ??= this.#open()))
    } catch (error) {
      // Keep the first failure, which caused the later ones.
      this.#failure ??= error
      throw this.#failure
    } finally {
      this.#users--
      if (this.#users === 0) this.#closeWhenIdle()
    }
  }

  #closeWhenIdle(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      if (this.#users === 0) this.close().catch((error: unknown) => (this.#failure ??= error))
    }, IDLE_MS)
    this.#idleTimer.unref()
  }

  async #open(): Promise<FileHandle> {
    if (this.#created) {
      return await open(this.path, 'r+').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new PackLost(this.path) : error
      })
    }
    const folder = dirname(this.path)
    await this.assertFolder()
    // Not recursive: creating the parent folders would hide that a disk is not mounted.
    const isNew = await makeFolder(folder)
    const handle = await open(this.path, 'wx')
    this.#created = true
    try {
      // Flush the directory entries of the file and of a new folder, too.
      await syncFolder(folder)
      if (isNew) await syncFolder(dirname(folder))
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }
}

/**
 * Creates a folder.
 * @returns false if the folder existed
 */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Writes all chunks. Usually this is one write, but the system may accept fewer bytes. */
async function writeAll(handle: FileHandle, chunks: Uint8Array[], offset: number): Promise<void> {
  let rest = chunks
  let position = offset
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, position)
    position += bytesWritten
    rest = chunksAfter(rest, bytesWritten)
  }
}

/** Returns what is left of the chunks after the first bytes. */
function chunksAfter(chunks: Uint8Array[], bytes: number): Uint8Array[] {
  let taken = bytes
  let next = 0
  while (next < chunks.length && taken >= chunks[next]!.length) taken -= chunks[next++]!.length
  const rest = chunks.slice(next)
  if (taken > 0) rest[0] = rest[0]!.subarray(taken)
  return rest
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

import { mkdir, open, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { clock } from '../ground/clock.js'
import { PackLost } from './errors.js'

/** So that the disk is already writing while the next chunks are being hashed. */
const SYNC_AHEAD_BYTES = 32 * 1024 * 1024
const IDLE_MS = 5_000

/**
 * One pack on disk, appended to by the process that made it. Room is reserved before the first
 * await, so concurrent appends never overlap. One failed write or sync ends the pack: after a
 * failed fsync nobody can tell which bytes are on the disk.
 */
export class PackFile {
  #end = 0
  #longest = 0
  #created = false
  #handle: Promise<FileHandle> | undefined
  #users = 0
  #unsynced = 0
  #idle: NodeJS.Timeout | undefined
  #failure: unknown
  #runningSync: Promise<void> | undefined
  #nextSync: Promise<void> | undefined
  readonly #begun = clock.ticks()
  readonly #begunAt = clock.now()

  /** @param assertFolder throws when the folder of all packs is not the one it was */
  constructor(
    readonly id: string,
    readonly path: string,
    private readonly assertFolder: () => Promise<void>
  ) {}

  /** Where the next append goes. */
  get end(): number {
    return this.#end
  }

  /** Room behind the end that was written to and given back. */
  get spare(): number {
    return this.#longest - this.#end
  }

  get failed(): boolean {
    return this.#failure !== undefined
  }

  /** Whether all that was appended is on the disk, and nobody is at it. */
  get isDone(): boolean {
    const isClosed = this.#created && this.#handle === undefined && this.#users === 0
    return isClosed && this.#unsynced === 0 && !this.failed
  }

  /** By both clocks: one may be set while the process runs, the other may stand still with the machine. */
  isYoung(ms: number): boolean {
    const passed = clock.now() - this.#begunAt
    return clock.ticks() - this.#begun < ms && passed >= 0 && passed < ms
  }

  /** Writes the chunks behind one another, from where `end` was. */
  async append(chunks: Uint8Array[]): Promise<void> {
    const offset = this.#end
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    this.#end += length
    this.#longest = Math.max(this.#longest, this.#end)
    await this.#use((handle) => writeAll(handle, chunks, offset))
    this.#unsynced += length
    // A failure is kept in the pack and reaches every writer at its own sync.
    if (this.#unsynced >= SYNC_AHEAD_BYTES) this.sync().catch(() => undefined)
  }

  /** Writers that ask while a sync runs share the next one: theirs may not be covered by the running one. */
  sync(): Promise<void> {
    this.#nextSync ??= this.#syncAfter(this.#runningSync)
    return this.#nextSync
  }

  /** Takes no more bytes: what was found out about it elsewhere. */
  giveUp(reason: unknown): void {
    this.#failure ??= reason
  }

  /** Takes back the last bytes of the pack; the next append overwrites them. Their writer must be done. */
  takeBack(offset: number, size: number): void {
    if (offset + size === this.#end) this.#end = offset
  }

  /** Gives the disk back what lies behind the end; only for a pack that takes no more. */
  async trim(): Promise<void> {
    const cut = async (handle: FileHandle) => {
      if ((await handle.stat()).size > this.#end) await handle.truncate(this.#end)
    }
    if (!this.failed) return await this.#use(cut)
    // Never by its path: what lies there may be another file by now.
    const handle = await this.#handle
    if (handle) await cut(handle)
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    if (this.#unsynced > 0 && !this.failed) await this.sync()
    clearTimeout(this.#idle)
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
   * Bytes in a file that somebody has deleted or moved away while it was open are gone with the process: what lies
   * there must be found again by its path. @throws PackLost
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
    clearTimeout(this.#idle)
    this.#users++
    try {
      return await work(await (this.#handle ??= this.#open()))
    } catch (error) {
      // What was found out about it first is why it fails.
      this.#failure ??= error
      throw this.#failure
    } finally {
      this.#users--
      if (this.#users === 0) this.#closeWhenIdle()
    }
  }

  #closeWhenIdle(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      if (this.#users === 0) this.close().catch((error: unknown) => (this.#failure ??= error))
    }, IDLE_MS)
    this.#idle.unref()
  }

  async #open(): Promise<FileHandle> {
    if (this.#created) {
      return await open(this.path, 'r+').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new PackLost(this.path) : error
      })
    }
    const folder = dirname(this.path)
    await this.assertFolder()
    // Never with what is above it: that would stand in the place of a disk that is not mounted.
    const isNew = await made(folder)
    const handle = await open(this.path, 'wx')
    this.#created = true
    try {
      // The names of the file and of a new folder must survive too.
      await syncFolder(folder)
      if (isNew) await syncFolder(dirname(folder))
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }
}

/** @returns false when it was there */
async function made(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** One write as a rule; the system may take less than it is given. */
async function writeAll(handle: FileHandle, chunks: Uint8Array[], offset: number): Promise<void> {
  let rest = chunks
  let position = offset
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, position)
    position += bytesWritten
    rest = behind(rest, bytesWritten)
  }
}

/** What is left of the chunks after their first bytes. */
function behind(chunks: Uint8Array[], bytes: number): Uint8Array[] {
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

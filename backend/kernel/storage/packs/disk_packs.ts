import { open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { ContentDamaged, PackLost, PackMissing } from '../errors.js'
import type { PackDriver, PackHealth, PackPlace, PackRoom, StoredPack } from './pack_driver.js'
import { PackFile } from './pack_file.js'
import { fileOf, folderOf, packOf } from './pack_names.js'
import { StorageRoot, type Surroundings } from './storage_root.js'

const PACK_BYTES = 256 * 1024 * 1024
/**
 * Maximum share of a volume for one pack. On a small volume the live bytes of a pack then fit into the reserve,
 * so compaction can free its space.
 */
const packShare = 1 / 32

/** How long a process appends to a pack. */
export interface Rotation {
  /** A process stops appending to a pack that is older than this. */
  afterMs: number
  /** Maximum difference between the clocks of processes and of the file system. */
  marginMs: number
}

const hour = 60 * 60_000
const hourly: Rotation = { afterMs: hour, marginMs: hour }

/**
 * Packs as files: `<root>/<tenant>/<pack>.pack`. A process appends only to packs it created, so several
 * processes can share a root. If a crash leaves an incomplete end of a file, no row references it.
 */
export class DiskPacks implements PackDriver {
  readonly #root: StorageRoot
  #packBytes: number | undefined
  readonly #rotation: Rotation
  readonly #current = new Map<string, PackFile>()
  readonly #mine = new Map<string, PackFile>()

  constructor(
    root: string,
    packBytes?: number,
    rotation: Rotation = hourly,
    surroundings: Surroundings = {}
  ) {
    this.#root = new StorageRoot(root, surroundings)
    this.#packBytes = packBytes
    this.#rotation = rotation
  }

  open(): Promise<void> {
    return this.#root.open()
  }

  async append(
    tenantId: string,
    chunks: Uint8Array[],
    options?: { usesReserve?: boolean }
  ): Promise<PackPlace[]> {
    const written = await this.#root.take(
      chunks.reduce((sum, { length }) => sum + length, 0),
      options
    )
    try {
      return await this.#append(tenantId, chunks, (this.#packBytes ??= await this.#maxPackBytes()))
    } finally {
      written()
    }
  }

  async #append(tenantId: string, chunks: Uint8Array[], maxBytes: number): Promise<PackPlace[]> {
    const places: (PackPlace & { size: number })[] = []
    const writes: Promise<void>[] = []
    for (let first = 0; first < chunks.length;) {
      const pack = this.#packFor(tenantId, chunks[first]!.length, maxBytes)
      const batch = beginning(pack, chunks.slice(first), maxBytes)
      let offset = pack.end
      // Reserves its space before the first await, so a concurrent append comes after it.
      writes.push(pack.append(batch))
      for (const { length: size } of batch) {
        places.push({ pack: pack.id, offset, size })
        offset += size
      }
      first += batch.length
    }
    const results = await Promise.allSettled(writes)
    const failed = results.find((result) => result.status === 'rejected')
    if (!failed) return places.map(({ pack, offset }) => ({ pack, offset }))
    await this.release(tenantId, places)
    throw failed.reason
  }

  async sync(tenantId: string, packs: Iterable<string>): Promise<void> {
    await Promise.all([...packs].map((pack) => this.#sync(this.#path(tenantId, pack))))
  }

  async release(tenantId: string, places: (PackPlace & { size: number })[]): Promise<void> {
    for (const place of places.toSorted((a, b) => b.offset - a.offset)) {
      this.#mine.get(this.#path(tenantId, place.pack))?.takeBack(place.offset, place.size)
    }
    for (const id of new Set(places.map((place) => place.pack))) {
      const pack = this.#mine.get(this.#path(tenantId, id))
      if (!pack) continue
      const isCurrent = () => this.#current.get(tenantId) === pack
      // Keeps its freed space for the next append.
      if (isCurrent() && !pack.failed && !(await this.#isScarce(pack.spare))) continue
      if (isCurrent()) this.#current.delete(tenantId)
      if (pack.end === 0 && !pack.failed) await this.delete(tenantId, id)
      else await pack.trim().catch(() => undefined)
    }
  }

  async read(tenantId: string, place: PackPlace, bytes: Uint8Array): Promise<void> {
    const size = bytes.length
    const path = this.#path(tenantId, place.pack)
    const file = await open(path, 'r').catch(async (cause: NodeJS.ErrnoException) => {
      // Other errors, such as too many open files or no permission, do not mean that bytes are missing.
      if (cause.code !== 'ENOENT') throw cause
      this.#mine.get(path)?.giveUp(new PackLost(path))
      // If the whole storage is unavailable, the pack is not damaged.
      await this.#root.assertNotGone()
      throw new PackMissing(place.pack, cause)
    })
    try {
      let filled = 0
      while (filled < size) {
        const { bytesRead } = await file.read(bytes, filled, size - filled, place.offset + filled)
        if (bytesRead === 0) {
          throw new ContentDamaged(
            `Pack ${place.pack} ends at byte ${place.offset + filled}, but ${size} bytes from ${place.offset} are expected there.`
          )
        }
        filled += bytesRead
      }
    } finally {
      await file.close()
    }
  }

  async *list(tenantId: string, after = ''): AsyncGenerator<StoredPack> {
    const folder = this.#folder(tenantId)
    const names = await readdir(folder).catch(missing<string[]>([]))
    const packs = names.flatMap((name) => packOf(name) ?? [])
    for (const pack of packs.filter((each) => each > after).sort()) {
      const found = await stat(this.#path(tenantId, pack)).catch(missing(null))
      // The file was deleted after the listing.
      if (!found) continue
      const { afterMs, marginMs } = this.#rotation
      // The pack was created before its last write. By this time, its process no longer appends to it.
      yield { pack, size: found.size, closedAt: found.mtimeMs + afterMs + marginMs }
    }
  }

  async *tenants(): AsyncGenerator<string> {
    const entries = await readdir(this.#root.path, { withFileTypes: true }).catch(missing([]))
    for (const entry of entries) if (entry.isDirectory()) yield entry.name
  }

  async forget(tenantId: string): Promise<void> {
    await rmdir(this.#folder(tenantId)).catch((error: NodeJS.ErrnoException) => {
      // The operator may keep other files in the folder.
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
    })
  }

  async delete(tenantId: string, pack: string): Promise<void> {
    const path = this.#path(tenantId, pack)
    const mine = this.#mine.get(path)
    if (mine !== undefined && this.#current.get(tenantId) === mine) this.#current.delete(tenantId)
    this.#mine.delete(path)
    // A writer that still appends has lost its lease, so it may fail.
    mine?.giveUp(new PackLost(path))
    await mine?.close()
    await rm(path, { force: true })
  }

  room(): Promise<PackRoom> {
    return this.#root.room()
  }

  async check(): Promise<PackHealth> {
    await this.#root.ensureOpen()
    const probe = join(this.#root.path, `.probe-${uuid()}`)
    const file = await open(probe, 'wx')
    try {
      await file.write('ok')
      await file.datasync()
    } finally {
      await file.close()
      await rm(probe, { force: true })
    }
    return await this.#root.room()
  }

  async close(): Promise<void> {
    const packs = [...this.#mine.values()]
    this.#current.clear()
    this.#mine.clear()
    await Promise.all(packs.map((pack) => pack.close()))
  }

  async #maxPackBytes(): Promise<number> {
    const { totalBytes } = await this.#root.room()
    return Math.min(PACK_BYTES, Math.floor(totalBytes * packShare))
  }

  #packFor(tenantId: string, size: number, maxBytes: number): PackFile {
    const current = this.#current.get(tenantId)
    const fits = current !== undefined && (current.end === 0 || current.end + size <= maxBytes)
    if (fits && !current.failed && current.isYoung(this.#rotation.afterMs)) return current
    this.#forgetDone()
    const id = uuid()
    const path = this.#path(tenantId, id)
    const pack = new PackFile(id, path, () => this.#root.ensureOpen())
    this.#current.set(tenantId, pack)
    this.#mine.set(path, pack)
    return pack
  }

  /** @throws PackLost when this or another process deleted the pack */
  async #sync(path: string): Promise<void> {
    const mine = this.#mine.get(path)
    if (mine) return await mine.sync()
    // A closed pack is already on disk (`#forgetDone`).
    if (!(await stat(path).catch(missing(null)))) throw new PackLost(path)
  }

  /** Forgets packs that are closed and take no more bytes. Closing has flushed them to disk. */
  #forgetDone(): void {
    const current = new Set(this.#current.values())
    for (const [path, pack] of this.#mine) {
      if (pack.isDone && !current.has(pack)) this.#mine.delete(path)
    }
  }

  /** Whether this exceeds the space that is left for other writers. */
  async #isScarce(bytes: number): Promise<boolean> {
    if (bytes === 0) return false
    const room = await this.#root.room().catch(() => null)
    return room !== null && bytes > room.freeBytes - room.keptBytes
  }

  #folder(tenantId: string): string {
    return join(this.#root.path, folderOf(tenantId))
  }

  #path(tenantId: string, pack: string): string {
    return join(this.#folder(tenantId), fileOf(pack))
  }
}

/** Returns the first chunks that fit into the pack, at least one. */
function beginning(pack: PackFile, chunks: Uint8Array[], maxBytes: number): Uint8Array[] {
  let end = pack.end + chunks[0]!.length
  let count = 1
  while (count < chunks.length && end + chunks[count]!.length <= maxBytes) {
    end += chunks[count++]!.length
  }
  return chunks.slice(0, count)
}

/** Returns an error handler that turns a missing file into a value. */
function missing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}

import { v7 as uuid } from 'uuid'
import { clock } from '../../ground/clock.js'
import { ContentDamaged, PackLost, PackMissing, StorageAway } from '../errors.js'
import type { PackDriver, PackHealth, PackPlace, PackRoom, StoredPack } from '../pack_driver.js'
import { fileOf, folderOf, isFolder, packOf } from '../pack_names.js'
import { slices } from '../slices.js'
import { newProbe, type S3Bucket } from './s3_bucket.js'
import { S3Fault } from './s3_fault.js'
import { S3Pack } from './s3_pack.js'

/** An object a pack: as large as a writer's batches make it, and small enough to be held in memory. */
const PACK_BYTES = 8 * 1024 * 1024
/** By so much the clocks of processes and of the bucket may differ. */
const MARGIN_MS = 60 * 60_000
/** Failures that are remembered for those who ask later. */
const MOST_FAILED = 1_000
/** A write that worked is believed for this long, that of an upload, too. */
const PROVEN_MS = 60_000
/** Only writes up to this size say how slow the store is. */
const SMALL_BYTES = 64 * 1024
/** A health check waits no longer for a proof that is under way. */
const SOON_MS = 1_000

const endless: PackRoom = { freeBytes: Infinity, keptBytes: 0, leastBytes: 0 }

type Sized = PackPlace & { size: number }

/**
 * Packs as objects: `<prefix><tenant>/<pack>.pack`. An object is written in one go and never changed. Chunks are gathered
 * until their pack is full or a writer wants them to be durable; what others append until then goes with them.
 */
export class S3Packs implements PackDriver {
  /** Those that take more, by tenant. */
  readonly #open = new Map<string, S3Pack>()
  /** Those that are gathered, on their way or failed, by key. */
  readonly #mine = new Map<string, S3Pack>()
  /** The last pack of a tenant that somebody waited for. */
  readonly #running = new Map<string, Promise<void>>()
  readonly #failed = new Set<S3Pack>()
  /** How the last write ended, and when. */
  #proof: { at: number; tookMs?: number | undefined; error?: unknown } | undefined
  /** The proof that is under way, and since when. */
  #proving: { since: number; done: Promise<void> } | undefined

  constructor(
    private readonly bucket: S3Bucket,
    private readonly packBytes: number = PACK_BYTES,
    private readonly marginMs: number = MARGIN_MS
  ) {}

  async append(tenantId: string, chunks: Uint8Array[]): Promise<PackPlace[]> {
    const places: Sized[] = []
    const full: Promise<void>[] = []
    for (const chunk of chunks) {
      let pack = this.#packOf(tenantId)
      if (pack.end > 0 && pack.end + chunk.length > this.packBytes) {
        full.push(this.#write(tenantId, pack))
        pack = this.#packOf(tenantId)
      }
      places.push({ pack: pack.id, offset: pack.end, size: chunk.length })
      pack.add(chunk)
    }
    // Whoever fills a pack waits until it is written: memory holds one of them a writer.
    const results = await Promise.allSettled(full)
    const failed = results.find((result) => result.status === 'rejected')
    if (!failed) return places.map(({ pack, offset }) => ({ pack, offset }))
    await this.release(tenantId, places)
    throw failed.reason
  }

  async sync(tenantId: string, packs: Iterable<string>): Promise<void> {
    for (const part of slices([...packs])) {
      await Promise.all(part.map((pack) => this.#sync(tenantId, pack)))
    }
  }

  async release(tenantId: string, places: Sized[]): Promise<void> {
    const sizes = new Map<string, number>()
    for (const { pack, offset, size } of places.toSorted((a, b) => b.offset - a.offset)) {
      const mine = this.#mine.get(keyOf(tenantId, pack))
      if (mine && !mine.written) mine.takeBack(offset, size)
      else sizes.set(pack, (sizes.get(pack) ?? 0) + size)
    }
    for (const [pack, size] of sizes) {
      // What cannot be given back now is found by collection.
      await this.#deleteWhole(keyOf(tenantId, pack), size).catch(() => undefined)
    }
  }

  async read(tenantId: string, { pack, offset }: PackPlace, bytes: Uint8Array): Promise<void> {
    const size = bytes.length
    const there = await this.bucket.read(keyOf(tenantId, pack), offset, bytes).catch(asProblem)
    if (there === undefined) throw new PackMissing(pack)
    if (there === size) return
    throw new ContentDamaged(
      `Pack ${pack} ends at byte ${offset + there}, but ${size} bytes from ${offset} are stored there.`
    )
  }

  async *list(tenantId: string, after?: string): AsyncGenerator<StoredPack> {
    const folder = `${folderOf(tenantId)}/`
    const behind = after ? keyOf(tenantId, after) : undefined
    try {
      for await (const { key, size, writtenAt } of this.bucket.list(folder, behind)) {
        const pack = packOf(key.slice(folder.length))
        // Something of the operator's own lies there.
        if (pack === undefined) continue
        // Nothing is appended to it from when it is there.
        yield { pack, size, closedAt: writtenAt + this.marginMs }
      }
    } catch (error) {
      asProblem(error)
    }
  }

  async *tenants(): AsyncGenerator<string> {
    try {
      for await (const folder of this.bucket.folders()) if (isFolder(folder)) yield folder
    } catch (error) {
      asProblem(error)
    }
  }

  /** Folders are only in the names of objects. */
  async forget(): Promise<void> {}

  async delete(tenantId: string, pack: string): Promise<void> {
    const key = keyOf(tenantId, pack)
    const mine = this.#mine.get(key)
    this.#mine.delete(key)
    if (mine && this.#open.get(tenantId) === mine) this.#open.delete(tenantId)
    await mine?.written?.catch(() => undefined)
    await this.bucket.delete(key).catch(asProblem)
  }

  /** Tried before the server listens (`assertStorageAnswers`). */
  async open(): Promise<void> {}

  /** It has no end, or one that shows when it is reached. */
  async room(): Promise<PackRoom> {
    return endless
  }

  /**
   * Reports a write that worked within the last minute. Without one it writes for real, as patiently as an upload. The
   * caller waits a second at most, and gets the last write and how long this one takes.
   */
  async check(): Promise<PackHealth> {
    const last = this.#proof
    if (last && !last.error && clock.ticks() - last.at < PROVEN_MS) return this.#told()
    this.#proving ??= this.#prove()
    const { promise: soon, resolve } = Promise.withResolvers<void>()
    const timer = clock.after(SOON_MS, resolve)
    await Promise.race([this.#proving.done, soon])
    timer.stop()
    if (this.#proof?.error) throw this.#proof.error
    const waitingMs = this.#proving && clock.ticks() - this.#proving.since
    return this.#told(waitingMs)
  }

  /** @param waitingMs how long a write is under way that is not answered yet */
  #told(waitingMs?: number): PackHealth {
    const { at, tookMs } = this.#proof ?? {}
    return {
      ...endless,
      ...(tookMs === undefined ? {} : { tookMs }),
      ...(at === undefined ? {} : { provenMs: clock.ticks() - at }),
      ...(waitingMs === undefined ? {} : { waitingMs }),
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#mine.values()].map(({ written }) => written))
    await this.bucket.close()
  }

  #prove(): { since: number; done: Promise<void> } {
    const probe = newProbe()
    const done = this.#noted(0, async () => {
      await this.bucket.put(probe, Buffer.from('ok'))
      await this.bucket.delete(probe)
    })
      .catch(() => undefined)
      .finally(() => (this.#proving = undefined))
    return { since: clock.ticks(), done }
  }

  /** Remembers how a write ended. One that failed while another worked says nothing of the store. */
  async #noted(bytes: number, write: () => Promise<void>): Promise<void> {
    const begun = clock.ticks()
    try {
      await write()
      // How long a large one takes says how fast the line is.
      const tookMs = bytes <= SMALL_BYTES ? clock.ticks() - begun : undefined
      this.#proof = { at: clock.ticks(), tookMs }
    } catch (error) {
      const worked = this.#proof && !this.#proof.error && this.#proof.at >= begun
      if (!worked) this.#proof = { at: clock.ticks(), error }
      throw error
    }
  }

  #packOf(tenantId: string): S3Pack {
    const open = this.#open.get(tenantId)
    if (open) return open
    const id = uuid()
    const pack = new S3Pack(id, keyOf(tenantId, id))
    this.#open.set(tenantId, pack)
    this.#mine.set(pack.key, pack)
    return pack
  }

  async #sync(tenantId: string, id: string): Promise<void> {
    const key = keyOf(tenantId, id)
    const pack = this.#mine.get(key)
    if (pack) return await (pack.written ?? this.#writeSoon(tenantId, pack))
    if ((await this.bucket.size(key).catch(asProblem)) === undefined) throw new PackLost(key)
  }

  /** Behind the one that is on its way: many small uploads at once make few objects. */
  #writeSoon(tenantId: string, pack: S3Pack): Promise<void> {
    pack.due ??= (async () => {
      const before = this.#running.get(tenantId)
      const refused: unknown = await before?.then(
        () => undefined,
        (error: unknown) => error
      )
      // It has waited for the whole time of a call already.
      if (refused instanceof StorageAway) this.#refuse(tenantId, pack, refused)
      const written = this.#write(tenantId, pack)
      this.#running.set(tenantId, written)
      await written.finally(() => {
        if (this.#running.get(tenantId) === written) this.#running.delete(tenantId)
      })
    })()
    return pack.due
  }

  /** Takes no more from here on. A pack that failed stays known: its writers are told at their sync. */
  #write(tenantId: string, pack: S3Pack): Promise<void> {
    if (pack.written) return pack.written
    if (this.#open.get(tenantId) === pack) this.#open.delete(tenantId)
    return this.#noteWritten(pack, this.#put(pack))
  }

  /** What is gathered in it goes the way of the write it waited for. */
  #refuse(tenantId: string, pack: S3Pack, why: StorageAway): void {
    if (pack.written) return
    if (this.#open.get(tenantId) === pack) this.#open.delete(tenantId)
    pack.takeBytes()
    void this.#noteWritten(pack, Promise.reject(why))
  }

  #noteWritten(pack: S3Pack, written: Promise<void>): Promise<void> {
    pack.written = written
    written.then(
      () => this.#mine.delete(pack.key),
      () => this.#keepFailed(pack)
    )
    return written
  }

  async #put(pack: S3Pack): Promise<void> {
    if (!this.#mine.has(pack.key)) throw new PackLost(pack.key)
    const bytes = pack.takeBytes()
    // All of it was taken back.
    if (bytes.length === 0) return
    await this.#noted(bytes.length, () => this.bucket.put(pack.key, bytes)).catch(asProblem)
  }

  #keepFailed(pack: S3Pack): void {
    this.#failed.add(pack)
    if (this.#failed.size <= MOST_FAILED) return
    const [oldest] = this.#failed
    this.#failed.delete(oldest!)
    this.#mine.delete(oldest!.key)
  }

  /** Deletes a pack of which so many bytes are given back, when nobody else has any in it. */
  async #deleteWhole(key: string, size: number): Promise<void> {
    // One that failed lies there all the same when only the answer was lost; collection finds it.
    await this.#mine.get(key)?.written
    if ((await this.bucket.size(key)) === size) await this.bucket.delete(key)
  }
}

const keyOf = (tenantId: string, pack: string) => `${folderOf(tenantId)}/${fileOf(pack)}`

function asProblem(error: unknown): never {
  throw error instanceof S3Fault ? error.problem : error
}

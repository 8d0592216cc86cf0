import { v7 as uuid } from 'uuid'
import { clock } from '../../ground/clock.js'
import { ContentDamaged, PackLost, PackMissing, StorageAway } from '../errors.js'
import type {
  PackDriver,
  PackHealth,
  PackPlace,
  PackRoom,
  StoredPack,
} from '../packs/pack_driver.js'
import { fileOf, folderOf, isFolder, packOf } from '../packs/pack_names.js'
import { slices } from '../slices.js'
import { newProbe, type S3Bucket } from './s3_bucket.js'
import { S3Fault } from './s3_fault.js'
import { S3Pack } from './s3_pack.js'

/** Maximum size of a pack, which is one object, small enough to collect in memory. */
const PACK_BYTES = 8 * 1024 * 1024
/** Maximum difference between the clocks of processes and of the bucket. */
const MARGIN_MS = 60 * 60_000
/** Maximum number of failed packs that are remembered for later syncs. */
const MAX_FAILED = 1_000
/** How long a successful write, an upload or a test, proves that the store works. */
const PROVEN_MS = 60_000
/** A write up to this size shows how slow the store is. The duration of a larger one depends on the network. */
const SMALL_BYTES = 64 * 1024
/** How long a health check waits for a running test write. */
const CHECK_WAIT_MS = 1_000

const unlimited: PackRoom = { freeBytes: Infinity, keptBytes: 0, minFreeBytes: 0 }

type Sized = PackPlace & { size: number }

/**
 * Packs as objects: `<prefix><tenant>/<pack>.pack`. An object is written as a whole and never changed. Chunks
 * are collected until their pack is full or a writer needs them to be durable. Until the write begins, chunks
 * of other writers still join the pack.
 */
export class S3Packs implements PackDriver {
  /** Packs that take more chunks, by tenant. */
  readonly #open = new Map<string, S3Pack>()
  /** Packs that are being collected or written, or have failed, by key. */
  readonly #mine = new Map<string, S3Pack>()
  /** The latest write that a sync started, by tenant. */
  readonly #running = new Map<string, Promise<void>>()
  readonly #failed = new Set<S3Pack>()
  /** Outcome and time of the last write. */
  #proof: { at: number; tookMs?: number | undefined; error?: unknown } | undefined
  /** The running test write, and when it began. */
  #testWrite: { since: number; done: Promise<void> } | undefined

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
    // A writer that fills a pack waits for its write, so memory contains at most one full pack for each writer.
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
      // What cannot be deleted now is left to garbage collection.
      await this.#deleteWhole(keyOf(tenantId, pack), size).catch(() => undefined)
    }
  }

  async read(tenantId: string, { pack, offset }: PackPlace, bytes: Uint8Array): Promise<void> {
    const size = bytes.length
    const bytesRead = await this.bucket
      .read(keyOf(tenantId, pack), offset, bytes)
      .catch(throwAsProblem)
    if (bytesRead === undefined) throw new PackMissing(pack)
    if (bytesRead === size) return
    throw new ContentDamaged(
      `Pack ${pack} ends at byte ${offset + bytesRead}, but should contain ${size} bytes from byte ${offset} on.`
    )
  }

  async *list(tenantId: string, after?: string): AsyncGenerator<StoredPack> {
    const folder = `${folderOf(tenantId)}/`
    const startAfter = after ? keyOf(tenantId, after) : undefined
    try {
      for await (const { key, size, writtenAt } of this.bucket.list(folder, startAfter)) {
        const pack = packOf(key.slice(folder.length))
        // The operator may keep other objects in the bucket.
        if (pack === undefined) continue
        // A stored object is never appended to.
        yield { pack, size, closedAt: writtenAt + this.marginMs }
      }
    } catch (error) {
      throwAsProblem(error)
    }
  }

  async *tenants(): AsyncGenerator<string> {
    try {
      for await (const folder of this.bucket.folders()) if (isFolder(folder)) yield folder
    } catch (error) {
      throwAsProblem(error)
    }
  }

  /** Does nothing, because folders exist only as parts of object names. */
  async forget(): Promise<void> {}

  async delete(tenantId: string, pack: string): Promise<void> {
    const key = keyOf(tenantId, pack)
    const mine = this.#mine.get(key)
    this.#mine.delete(key)
    if (mine && this.#open.get(tenantId) === mine) this.#open.delete(tenantId)
    await mine?.written?.catch(() => undefined)
    await this.bucket.delete(key).catch(throwAsProblem)
  }

  /** Does nothing, because `assertStorageAnswers` checks the bucket before the server listens. */
  async open(): Promise<void> {}

  /** Returns unlimited space. The limit of a bucket, if any, shows only when it is reached. */
  async room(): Promise<PackRoom> {
    return unlimited
  }

  /**
   * Succeeds at once after a successful write within the last minute. Otherwise starts a test write with the
   * timeouts of an upload, and waits for it at most a second. If it is still pending then, the result has the age
   * of the last success and the duration of the test so far.
   */
  async check(): Promise<PackHealth> {
    const last = this.#proof
    if (last && !last.error && clock.ticks() - last.at < PROVEN_MS) return this.#health()
    this.#testWrite ??= this.#startTestWrite()
    const { promise: timeout, resolve } = Promise.withResolvers<void>()
    const timer = clock.after(CHECK_WAIT_MS, resolve)
    await Promise.race([this.#testWrite.done, timeout])
    timer.stop()
    if (this.#proof?.error) throw this.#proof.error
    const waitingMs = this.#testWrite && clock.ticks() - this.#testWrite.since
    return this.#health(waitingMs)
  }

  /** @param waitingMs how long the pending test write has been running */
  #health(waitingMs?: number): PackHealth {
    const { at, tookMs } = this.#proof ?? {}
    return {
      ...unlimited,
      ...(tookMs === undefined ? {} : { tookMs }),
      ...(at === undefined ? {} : { provenMs: clock.ticks() - at }),
      ...(waitingMs === undefined ? {} : { waitingMs }),
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#mine.values()].map(({ written }) => written))
    await this.bucket.close()
  }

  #startTestWrite(): { since: number; done: Promise<void> } {
    const probe = newProbe()
    const done = this.#recordOutcome(0, async () => {
      await this.bucket.put(probe, Buffer.from('ok'))
      await this.bucket.delete(probe)
    })
      .catch(() => undefined)
      .finally(() => (this.#testWrite = undefined))
    return { since: clock.ticks(), done }
  }

  /** Records the outcome of a write. Ignores a failure if another write succeeded after this one began. */
  async #recordOutcome(bytes: number, write: () => Promise<void>): Promise<void> {
    const begun = clock.ticks()
    try {
      await write()
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
    if ((await this.bucket.size(key).catch(throwAsProblem)) === undefined) throw new PackLost(key)
  }

  /**
   * Waits for the tenant's running write and then writes the pack, so that many small concurrent uploads make
   * few objects.
   */
  #writeSoon(tenantId: string, pack: S3Pack): Promise<void> {
    pack.due ??= (async () => {
      const before = this.#running.get(tenantId)
      const failure: unknown = await before?.then(
        () => undefined,
        (error: unknown) => error
      )
      // Fail at once: the writers of this pack have already waited for the failed write.
      if (failure instanceof StorageAway) this.#refuse(tenantId, pack, failure)
      const written = this.#write(tenantId, pack)
      this.#running.set(tenantId, written)
      await written.finally(() => {
        if (this.#running.get(tenantId) === written) this.#running.delete(tenantId)
      })
    })()
    return pack.due
  }

  /** Closes the pack and writes it. A failed pack is remembered, so that its writers get the error at their sync. */
  #write(tenantId: string, pack: S3Pack): Promise<void> {
    if (pack.written) return pack.written
    if (this.#open.get(tenantId) === pack) this.#open.delete(tenantId)
    return this.#track(pack, this.#put(pack))
  }

  /** Fails a pack with the error of the write that it waited for. */
  #refuse(tenantId: string, pack: S3Pack, cause: StorageAway): void {
    if (pack.written) return
    if (this.#open.get(tenantId) === pack) this.#open.delete(tenantId)
    pack.takeBytes()
    void this.#track(pack, Promise.reject(cause))
  }

  #track(pack: S3Pack, written: Promise<void>): Promise<void> {
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
    // All its chunks were removed.
    if (bytes.length === 0) return
    await this.#recordOutcome(bytes.length, () => this.bucket.put(pack.key, bytes)).catch(
      throwAsProblem
    )
  }

  #keepFailed(pack: S3Pack): void {
    this.#failed.add(pack)
    if (this.#failed.size <= MAX_FAILED) return
    const [oldest] = this.#failed
    this.#failed.delete(oldest!)
    this.#mine.delete(oldest!.key)
  }

  /** Deletes a pack if it contains only the released bytes. */
  async #deleteWhole(key: string, size: number): Promise<void> {
    // Throws if the write failed. If just its response was lost, the pack exists, and garbage collection deletes it.
    await this.#mine.get(key)?.written
    if ((await this.bucket.size(key)) === size) await this.bucket.delete(key)
  }
}

const keyOf = (tenantId: string, pack: string) => `${folderOf(tenantId)}/${fileOf(pack)}`

function throwAsProblem(error: unknown): never {
  throw error instanceof S3Fault ? error.problem : error
}

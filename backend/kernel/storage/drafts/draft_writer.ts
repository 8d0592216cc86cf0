import type { CutChunk } from '../aside/stream_cutter.js'
import { ChunkStorage } from '../chunk_storage.js'
import { readChunks, type Source } from '../content_reader.js'
import type { StoredContent } from '../content_writer.js'
import { LEAD_BYTES, MAX_CHUNK } from '../../chunks/cut_points.js'
import { Cutting, onlyChunk } from '../cutting.js'
import { asStorageError, ContentTooLarge, DraftTaken } from '../errors.js'
import type { Lease, Leases } from '../leases.js'
import { contentId, encodeChunks } from '../../chunks/manifest.js'
import { Backlog } from './backlog.js'
import { crc32Behind, draftChunks, keepStep, type DraftState } from './draft_rows.js'

/** Bytes that are stored while the next ones arrive. */
const BATCH_BYTES = 4 * 1024 * 1024
/** Bytes after which what has come is made durable: so much is sent once more behind a crash. */
const STEP_BYTES = 32 * 1024 * 1024

export interface AppendOptions {
  /** Bytes the content has at its end: with the last of them it is complete. Null when nobody knows yet. */
  length: number | null
  /** Bytes it may have at most. */
  maxBytes: number
  /** All of this go counts or nothing: nothing of it is kept unless `source` ends well. */
  whole?: boolean
  /** Another writer goes on with the draft. */
  signal: AbortSignal
}

/** One go at a draft: what comes is cut behind what has come before, as if it had come in one stream. */
export class DraftWriter {
  #storage: ChunkStorage
  readonly #backlog = new Backlog()
  #batch: CutChunk[] = []
  #batchBytes = 0
  #storing: Promise<void> = Promise.resolve()
  #size: number
  #lead: Buffer

  constructor(
    private readonly source: Source,
    private readonly leases: Leases,
    private state: DraftState
  ) {
    this.#storage = this.#newStorage()
    this.#size = state.size
    this.#lead = state.lead
  }

  /**
   * Takes a stream to its end. A stream that breaks off leaves what has come of it; whatever else fails leaves what was
   * durable before.
   * @returns the content when it is complete by now, to be recorded; null when more is to come
   * @throws ContentTooLarge, DraftTaken, and what the stream broke off with
   */
  async append(
    stream: AsyncIterable<Uint8Array>,
    options: AppendOptions
  ): Promise<StoredContent | null> {
    const cutting = new Cutting(this.source.aside, this.state.lead)
    try {
      const lease = await this.leases.take(this.state.tenantId)
      await this.#resume(cutting)
      const brokenOff = await this.#consume(stream, cutting, lease, options)
      if (!brokenOff && this.#size === options.length) return await this.#complete(cutting, lease)
      if (brokenOff && options.whole) throw brokenOff.reason
      await this.#step(lease)
      if (brokenOff) throw brokenOff.reason
      return null
    } catch (error) {
      await this.#storing.catch(() => undefined)
      await this.#storage.release()
      throw asStorageError(error)
    } finally {
      await cutting.close()
    }
  }

  /** The bytes behind the last cut once more. */
  async #resume(cutting: Cutting): Promise<void> {
    const { tail } = this.state
    const end = tail.reduce((sum, { size }) => sum + size, 0) - 1
    for await (const { bytes, giveBack } of readChunks(this.source, tail, { start: 0, end })) {
      this.#backlog.push(Buffer.from(bytes))
      for (const chunk of await cutting.push(bytes)) await this.#add(chunk)
      giveBack()
    }
  }

  /** @returns what the stream broke off with, if it did */
  async #consume(
    stream: AsyncIterable<Uint8Array>,
    cutting: Cutting,
    lease: Lease,
    { length, maxBytes, whole = false, signal }: AppendOptions
  ): Promise<{ reason: unknown } | undefined> {
    const most = Math.min(maxBytes, length ?? maxBytes)
    const pieces = stream[Symbol.asyncIterator]()
    for (;;) {
      const next = await nextOf(pieces, signal)
      if ('reason' in next) return next
      if (next.done) return undefined
      const piece = next.value
      if (this.#size + piece.length > most) throw new ContentTooLarge(most)
      this.#size += piece.length
      await this.leases.keep(lease)
      this.#backlog.push(piece)
      for (const chunk of await cutting.push(piece)) await this.#add(chunk)
      if (!whole && this.#size - this.state.size >= STEP_BYTES) await this.#step(lease)
    }
  }

  async #add(chunk: CutChunk): Promise<void> {
    this.#batch.push(chunk)
    this.#batchBytes += chunk.size
    this.#backlog.drop(chunk.size)
    this.#lead = Buffer.from(chunk.bytes.subarray(-LEAD_BYTES))
    if (this.#batchBytes >= BATCH_BYTES) await this.#store()
  }

  async #store(): Promise<void> {
    await this.#storing
    this.#storing = this.#storage.store(this.#batch)
    // Met where the next batch or the step waits for it.
    this.#storing.catch(() => undefined)
    this.#batch = []
    this.#batchBytes = 0
  }

  async #stored(): Promise<void> {
    if (this.#batch.length > 0) await this.#store()
    await this.#storing
    await this.#storage.sync()
  }

  /** Makes what has come part of the draft, the bytes behind the last cut as they are. */
  async #step(lease: Lease): Promise<void> {
    if (this.#size === this.state.size) return
    const tail = this.#newStorage()
    await tail.store(await uncut(this.#backlog.bytes()))
    await Promise.all([this.#stored(), tail.sync()])
    const { chunks, crc32, placed } = this.#storage
    const state = { size: this.#size, tail: tail.chunks, lead: this.#lead }
    // Whether a commit that fails has happened nobody knows: its room is left to collection.
    this.#storage = this.#newStorage()
    await keepStep(this.state, {
      ...{ ...state, chunks, crc32, placed: [...placed, ...tail.placed] },
      hold: () => this.leases.hold(lease),
    })
    this.state = { ...this.state, ...state }
  }

  async #complete(cutting: Cutting, lease: Lease): Promise<StoredContent> {
    for (const chunk of await cutting.finish()) await this.#add(chunk)
    await this.#stored()
    const { tenantId, id, token } = this.state
    const { placed } = this.#storage
    const before = await draftChunks(tenantId, id)
    const chunks = [...before.chunks, ...this.#storage.chunks]
    const last = this.#storage.chunks.reduce((sum, { size }) => sum + size, 0)
    return {
      ...{ tenantId, id: contentId(encodeChunks(chunks)), size: this.#size },
      ...{ crc32: crc32Behind(before.crc32, this.#storage.crc32, last) },
      ...{ chunks, placed, lease, draft: { id, token } },
    }
  }

  #newStorage(): ChunkStorage {
    const { driver, onDamage } = this.source
    return new ChunkStorage(driver, this.state.tenantId, onDamage)
  }
}

type Next = IteratorResult<Uint8Array> | { reason: unknown }

/** @throws DraftTaken */
async function nextOf(pieces: AsyncIterator<Uint8Array>, signal: AbortSignal): Promise<Next> {
  if (signal.aborted) throw new DraftTaken()
  let leave = () => {}
  const taken = new Promise<never>((_resolve, reject) => {
    leave = () => reject(new DraftTaken())
    signal.addEventListener('abort', leave)
  })
  try {
    const next = pieces.next().catch((reason: unknown) => ({ reason }))
    return await Promise.race([next, taken])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Bytes that are kept until they can be cut, in pieces that are no longer than chunks may be. */
async function uncut(bytes: Buffer): Promise<CutChunk[]> {
  const count = Math.ceil(bytes.length / MAX_CHUNK)
  const pieces = Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * MAX_CHUNK, (at + 1) * MAX_CHUNK)
  )
  return await Promise.all(pieces.map(onlyChunk))
}

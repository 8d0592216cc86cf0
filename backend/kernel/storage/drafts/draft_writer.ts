import type { CutChunk } from '../hashing/stream_cutter.js'
import { ChunkStorage } from '../chunks/chunk_storage.js'
import { readChunks } from '../content/content_reader.js'
import type { Source } from '../chunks/source.js'
import type { StoredContent } from '../content/content_writer.js'
import { LEAD_BYTES, MAX_CHUNK } from '../../chunks/cut_points.js'
import { Cutting, onlyChunk } from '../hashing/cutting.js'
import { asStorageError, ContentTooLarge, DraftTaken } from '../errors.js'
import type { Lease, Leases } from '../chunks/leases.js'
import { contentId, encodeChunks } from '../../chunks/manifest.js'
import { Backlog } from './backlog.js'
import { joinedCrc32OrNull, draftChunks, keepStep, type DraftState } from './draft_rows.js'

/** Size of a batch. One is stored while the next one arrives. */
const BATCH_BYTES = 4 * 1024 * 1024
/** Received data is made durable after this many bytes. After a crash, a client sends at most this much again. */
const STEP_BYTES = 32 * 1024 * 1024

export interface AppendOptions {
  /** Total size of the content, null while it is unknown. The content is complete with the last byte. */
  length: number | null
  /** Maximum size of the content. */
  maxBytes: number
  /** Keeps either all bytes of `source` or none: those of a failed request are dropped. */
  whole?: boolean
  /** Aborted when another writer takes over the draft. */
  signal: AbortSignal
}

/** Appends to a draft. The bytes are cut as if the whole content had come in one stream. */
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
   * Reads a stream to its end. If the stream breaks off, the received bytes are kept. After any other error,
   * only bytes remain that were already durable.
   * @returns the content to record when it is complete; null if more bytes are to come
   * @throws ContentTooLarge, DraftTaken, and the error of the stream
   */
  async append(
    stream: AsyncIterable<Uint8Array>,
    options: AppendOptions
  ): Promise<StoredContent | null> {
    const cutting = new Cutting(this.source.hashThread, this.state.lead)
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

  /** Passes the bytes after the last cut to the cutter again. */
  async #resume(cutting: Cutting): Promise<void> {
    const { tail } = this.state
    const end = tail.reduce((sum, { size }) => sum + size, 0) - 1
    for await (const { bytes, giveBack } of readChunks(this.source, tail, { start: 0, end })) {
      this.#backlog.push(Buffer.from(bytes))
      for (const chunk of await cutting.push(bytes)) await this.#add(chunk)
      giveBack()
    }
  }

  /** @returns the error of the stream, if it broke off */
  async #consume(
    stream: AsyncIterable<Uint8Array>,
    cutting: Cutting,
    lease: Lease,
    { length, maxBytes, whole = false, signal }: AppendOptions
  ): Promise<{ reason: unknown } | undefined> {
    const limit = Math.min(maxBytes, length ?? maxBytes)
    const pieces = stream[Symbol.asyncIterator]()
    for (;;) {
      const next = await nextOf(pieces, signal)
      if ('reason' in next) return next
      if (next.done) return undefined
      const piece = next.value
      if (this.#size + piece.length > limit) throw new ContentTooLarge(limit)
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
    // A failure is reported when the next batch or step awaits this one.
    this.#storing.catch(() => undefined)
    this.#batch = []
    this.#batchBytes = 0
  }

  async #stored(): Promise<void> {
    if (this.#batch.length > 0) await this.#store()
    await this.#storing
    await this.#storage.sync()
  }

  /** Adds the received bytes to the draft. Those after the last cut are stored as they are. */
  async #step(lease: Lease): Promise<void> {
    if (this.#size === this.state.size) return
    const tail = this.#newStorage()
    await tail.store(await uncut(this.#backlog.bytes()))
    await Promise.all([this.#stored(), tail.sync()])
    const { chunks, crc32, placed } = this.#storage
    const state = { size: this.#size, tail: tail.chunks, lead: this.#lead }
    // A commit that failed may still have happened, so garbage collection frees its space.
    this.#storage = this.#newStorage()
    await keepStep(this.state, {
      ...state,
      chunks,
      crc32,
      placed: [...placed, ...tail.placed],
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
      tenantId,
      id: contentId(encodeChunks(chunks)),
      size: this.#size,
      crc32: joinedCrc32OrNull(before.crc32, this.#storage.crc32, last),
      chunks,
      placed,
      lease,
      draft: { id, token },
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

/** Returns bytes that cannot be cut yet, in pieces of at most the maximum chunk size. */
async function uncut(bytes: Buffer): Promise<CutChunk[]> {
  const count = Math.ceil(bytes.length / MAX_CHUNK)
  const pieces = Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * MAX_CHUNK, (at + 1) * MAX_CHUNK)
  )
  return await Promise.all(pieces.map(onlyChunk))
}

import type { HashThread } from './hash_thread.js'
import { HEAD_BYTES, STREAM_SLAB, type Cut } from './thread_requests.js'
import type { SideThread, Slab } from './side_thread.js'

/** Number of bytes cut in one step, and maximum number of pending steps. */
const PART_BYTES = 512 * 1024
const MAX_PARTS = 3

/** A chunk of a stream, valid until `giveBack` is called. */
export interface CutChunk {
  hash: string
  crc32: number
  size: number
  bytes: Buffer
  giveBack(): void
}

/** Cuts one stream in the second thread, which runs a few parts behind. Call `close` in any case. */
export class StreamCutter {
  readonly #thread: SideThread
  readonly #stream: number
  /**
   * Number of users of each slab: chunks in the slab, and this cutter until it has written the slab and moved
   * its rest.
   */
  readonly #holders = new Map<Slab, number>()
  readonly #parts: Promise<CutChunk[]>[] = []
  #slab: Slab
  /** The previous slab, until the bytes after its last cut have moved to the next one. */
  #before: Slab | undefined
  #from = HEAD_BYTES
  #to = HEAD_BYTES

  /** @param lead the bytes before the stream, if it continues another one (`CutPoints`) */
  constructor(
    private readonly hashThread: HashThread,
    lead?: Uint8Array
  ) {
    this.#thread = hashThread.borrow()
    this.#stream = this.#thread.stream(lead)
    this.#slab = this.#newSlab()
  }

  /**
   * Takes the next bytes.
   * @returns complete chunks
   * @throws ThreadLost
   */
  async push(piece: Uint8Array): Promise<CutChunk[]> {
    const chunks: CutChunk[] = []
    for (let taken = 0; taken < piece.length;) {
      if (this.#to === STREAM_SLAB) this.#nextSlab()
      const limit = Math.min(this.#from + PART_BYTES, STREAM_SLAB)
      const part = piece.subarray(taken, taken + limit - this.#to)
      this.#slab.bytes.set(part, this.#to)
      this.#to += part.length
      taken += part.length
      if (this.#to === limit) this.#cut(false)
      if (this.#parts.length > MAX_PARTS) chunks.push(...(await this.#parts.shift()!))
    }
    return chunks
  }

  /** Returns the remaining chunks after the last byte. */
  async finish(): Promise<CutChunk[]> {
    this.#cut(true)
    return (await Promise.all(this.#parts.splice(0))).flat()
  }

  /** Releases all memory, even that of chunks that were not released. No chunk may be in use any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#parts)
    this.#thread.leave(this.#stream)
    for (const slab of this.#holders.keys()) this.#thread.giveBack(slab)
    this.#holders.clear()
    this.hashThread.giveBack(this.#thread)
  }

  #newSlab(): Slab {
    const slab = this.#thread.slab(STREAM_SLAB)
    this.#holders.set(slab, 1)
    return slab
  }

  #nextSlab(): void {
    this.#before = this.#slab
    this.#slab = this.#newSlab()
    this.#from = this.#to = HEAD_BYTES
  }

  #cut(end: boolean): void {
    const part = this.#chunksOf(this.#slab, { from: this.#from, to: this.#to, end })
    // A failure is reported when push() or finish() awaits this, or ignored by close().
    part.catch(() => undefined)
    this.#parts.push(part)
    this.#from = this.#to
  }

  async #chunksOf(slab: Slab, part: { from: number; to: number; end: boolean }) {
    const before = this.#before
    this.#before = undefined
    const cuts = await this.#thread.cut(this.#stream, slab, part)
    // The bytes after its last cut have moved to the next slab.
    if (before) this.#giveBack(before)
    return cuts.map((cut) => this.#chunk(slab, cut))
  }

  #chunk(slab: Slab, { from, to, hash, crc32 }: Cut): CutChunk {
    this.#holders.set(slab, this.#holders.get(slab)! + 1)
    const bytes = slab.bytes.subarray(from, to)
    return { hash, crc32, size: to - from, bytes, giveBack: () => this.#giveBack(slab) }
  }

  #giveBack(slab: Slab): void {
    const holders = this.#holders.get(slab)
    if (holders === undefined) return
    if (holders > 1) return void this.#holders.set(slab, holders - 1)
    this.#holders.delete(slab)
    this.#thread.giveBack(slab)
  }
}

import type { Aside } from './aside.js'
import { HEAD_BYTES, STREAM_SLAB, type Cut } from './orders.js'
import type { SideThread, Slab } from './side_thread.js'

/** Bytes that are cut in one go, and how many goes may be on their way. */
const PART_BYTES = 512 * 1024
const MOST_PARTS = 3

/** A chunk of a stream, valid until it is given back. */
export interface CutChunk {
  hash: string
  crc32: number
  size: number
  bytes: Buffer
  giveBack(): void
}

/** Cuts one stream in the other thread, which is a few parts behind. To be closed, however it ends. */
export class StreamCutter {
  readonly #thread: SideThread
  readonly #stream: number
  /** How many hold each slab: its chunks, and this while it is written or its rest is not moved on. */
  readonly #holders = new Map<Slab, number>()
  readonly #parts: Promise<CutChunk[]>[] = []
  #slab: Slab
  /** The slab before, until its rest is moved on. */
  #before: Slab | undefined
  #from = HEAD_BYTES
  #to = HEAD_BYTES

  /** @param lead what stands before it, when it is the rest of a stream (`CutPoints`) */
  constructor(
    private readonly aside: Aside,
    lead?: Uint8Array
  ) {
    this.#thread = aside.borrow()
    this.#stream = this.#thread.stream(lead)
    this.#slab = this.#newSlab()
  }

  /** Takes the next bytes. @returns chunks that are complete @throws ThreadLost */
  async push(piece: Uint8Array): Promise<CutChunk[]> {
    const chunks: CutChunk[] = []
    for (let taken = 0; taken < piece.length;) {
      if (this.#to === STREAM_SLAB) this.#nextSlab()
      const most = Math.min(this.#from + PART_BYTES, STREAM_SLAB)
      const part = piece.subarray(taken, taken + most - this.#to)
      this.#slab.bytes.set(part, this.#to)
      this.#to += part.length
      taken += part.length
      if (this.#to === most) this.#cut(false)
      if (this.#parts.length > MOST_PARTS) chunks.push(...(await this.#parts.shift()!))
    }
    return chunks
  }

  /** The chunks that are left after the last byte. */
  async finish(): Promise<CutChunk[]> {
    this.#cut(true)
    return (await Promise.all(this.#parts.splice(0))).flat()
  }

  /** Gives all memory back, that of chunks which nobody has given back, too: nobody may be using them. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#parts)
    this.#thread.leave(this.#stream)
    for (const slab of this.#holders.keys()) this.#thread.giveBack(slab)
    this.#holders.clear()
    this.aside.giveBack(this.#thread)
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
    // Met when its turn comes, or by close().
    part.catch(() => undefined)
    this.#parts.push(part)
    this.#from = this.#to
  }

  async #chunksOf(slab: Slab, part: { from: number; to: number; end: boolean }) {
    const before = this.#before
    this.#before = undefined
    const cuts = await this.#thread.cut(this.#stream, slab, part)
    // What was left in it has been moved on.
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

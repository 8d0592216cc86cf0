import { hash } from 'node:crypto'

/**
 * Content-defined chunking with a gear hash and normalised cut points.
 *
 * The method is FastCDC: W. Xia et al., "FastCDC: a Fast and Efficient Content-Defined Chunking
 * Approach for Data Deduplication", USENIX ATC 2016, with the normalisation level 2 of "The Design
 * of Fast Content-Defined Chunking for Data Deduplication Based Storage Systems", IEEE TPDS 2020.
 *
 * The sizes, the masks and the gear table are part of the stored format: every uploader cuts with
 * them, and changing one means that equal bytes no longer meet.
 */
export const MIN_CHUNK = 256 * 1024
export const AVERAGE_CHUNK = 1024 * 1024
export const MAX_CHUNK = 4 * 1024 * 1024

/** 22 bits below the average size: a cut is four times rarer there. */
const STRICT_MASK = 0xfffffc00 | 0
/** 18 bits above the average size: a cut is four times likelier. Only the oldest bits of the hash are used. */
const LOOSE_MASK = 0xffffc000 | 0

const FIRST_SLAB = 64 * 1024
const LARGEST_SLAB = 2 * MAX_CHUNK

/** One fixed random word a byte value, derived so that any language can rebuild the table. */
const GEAR = Int32Array.from({ length: 256 }, (_, byte) =>
  hash('sha256', `crossdock gear ${byte}`, 'buffer').readInt32LE(0)
)

/** Cuts one stream of bytes. Push pieces of any size; the cuts do not depend on how it was pieced. */
export class Chunker {
  #slab = Buffer.allocUnsafeSlow(FIRST_SLAB)
  #start = 0
  #end = 0
  #scanned = 0
  #gear = 0

  /** The rest after the last cut, when there is one. */
  finish(): Buffer | undefined {
    return this.#end > this.#start ? this.#slab.subarray(this.#start, this.#end) : undefined
  }

  /** Takes the next bytes and gives the chunks they complete. A chunk stays valid; it is never written again. */
  *push(piece: Uint8Array): Generator<Buffer> {
    let taken = 0
    while (taken < piece.length) {
      if (this.#end === this.#slab.length) this.#makeRoom()
      const length = Math.min(piece.length - taken, this.#slab.length - this.#end)
      this.#slab.set(piece.subarray(taken, taken + length), this.#end)
      this.#end += length
      taken += length
      for (let cut = this.#nextCut(); cut !== undefined; cut = this.#nextCut()) {
        yield this.#slab.subarray(this.#start, cut)
        this.#start = cut
        this.#scanned = 0
        this.#gear = 0
      }
    }
  }

  /** Moves the unfinished chunk to a fresh slab: chunks already given away keep the old one. */
  #makeRoom(): void {
    const rest = this.#slab.subarray(this.#start, this.#end)
    const size = Math.min(LARGEST_SLAB, Math.max(FIRST_SLAB, this.#slab.length * 2))
    this.#slab = Buffer.allocUnsafeSlow(size)
    this.#slab.set(rest)
    this.#start = 0
    this.#end = rest.length
  }

  /** Goes on scanning where the last call stopped; returns the end of the chunk in the slab. */
  #nextCut(): number | undefined {
    const slab = this.#slab
    const start = this.#start
    const available = this.#end - start
    if (available <= MIN_CHUNK) return undefined
    const strictEnd = start + Math.min(available, AVERAGE_CHUNK)
    const looseEnd = start + Math.min(available, MAX_CHUNK)
    let position = start + Math.max(this.#scanned, MIN_CHUNK)
    let gear = this.#gear
    while (position < strictEnd) {
      gear = ((gear << 1) + GEAR[slab[position++]!]!) | 0
      if ((gear & STRICT_MASK) === 0) return position
    }
    while (position < looseEnd) {
      gear = ((gear << 1) + GEAR[slab[position++]!]!) | 0
      if ((gear & LOOSE_MASK) === 0) return position
    }
    if (available >= MAX_CHUNK) return looseEnd
    this.#scanned = position - start
    this.#gear = gear
    return undefined
  }
}

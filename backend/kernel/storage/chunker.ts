import { CutPoints, MAX_CHUNK } from './cut_points.js'

const FIRST_SLAB = 64 * 1024
const LARGEST_SLAB = 2 * MAX_CHUNK

/** Cuts one stream of bytes. Push pieces of any size; the cuts do not depend on how it was pieced. */
export class Chunker {
  readonly #cuts = new CutPoints()
  #slab = Buffer.allocUnsafeSlow(FIRST_SLAB)
  #start = 0
  #end = 0
  /** Bytes of the stream before the unfinished chunk. */
  #given = 0

  /** The chunks that are left after the last byte. */
  finish(): Buffer[] {
    return this.#cuts.end().map((cut) => this.#take(cut))
  }

  /** Takes the next bytes and gives the chunks they complete. A chunk stays valid; it is never written again. */
  push(piece: Uint8Array): Buffer[] {
    const chunks: Buffer[] = []
    for (let taken = 0; taken < piece.length;) {
      if (this.#end === this.#slab.length) this.#makeRoom()
      const part = piece.subarray(taken, taken + this.#slab.length - this.#end)
      this.#slab.set(part, this.#end)
      this.#end += part.length
      taken += part.length
      for (const cut of this.#cuts.scan(part)) chunks.push(this.#take(cut))
    }
    return chunks
  }

  #take(cut: number): Buffer {
    const end = this.#start + cut - this.#given
    const chunk = this.#slab.subarray(this.#start, end)
    this.#start = end
    this.#given = cut
    return chunk
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
}

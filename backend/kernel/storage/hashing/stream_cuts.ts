import { crc32Of } from './crc32.js'
import { CutPoints } from '../../chunks/cut_points.js'
import { chunkHash } from '../../chunks/manifest.js'
import type { Cut } from './thread_requests.js'

interface Part {
  from: number
  to: number
  /** Whether the stream ends with this part. */
  end: boolean
}

/** Cuts one stream whose bytes come in slabs. The bytes of each chunk are contiguous in one slab. */
export class StreamCuts {
  readonly #points: CutPoints
  /** Number of bytes of the stream seen so far, and of those in complete chunks. */
  #seen = 0
  #cut = 0
  #slab: Buffer | undefined
  /** The offset of the stream's first byte relative to the current slab; may be negative. */
  #origin = 0

  /** @param lead the bytes before the stream, if it continues another one (`CutPoints`) */
  constructor(lead?: Uint8Array) {
    this.#points = new CutPoints(lead)
  }

  /**
   * Takes the next bytes, which are in a slab.
   * @returns the chunks that are certain now, as positions in this slab
   */
  cut(slab: Buffer, { from, to, end }: Part): Cut[] {
    const origin = from - this.#seen
    if (this.#slab && this.#slab !== slab) {
      const rest = this.#slab.subarray(this.#origin + this.#cut, this.#origin + this.#seen)
      slab.set(rest, origin + this.#cut)
    }
    this.#slab = slab
    this.#origin = origin
    this.#seen += to - from
    const points = this.#points.scan(slab.subarray(from, to))
    if (end) points.push(...this.#points.end())
    return points.map((point) => this.#take(slab, point))
  }

  #take(slab: Buffer, point: number): Cut {
    const [from, to] = [this.#origin + this.#cut, this.#origin + point]
    this.#cut = point
    const bytes = slab.subarray(from, to)
    return { from, to, hash: chunkHash(bytes), crc32: crc32Of(bytes) }
  }
}

import { crc32Of } from '../crc32.js'
import { CutPoints } from '../../chunks/cut_points.js'
import { chunkHash } from '../../chunks/manifest.js'
import type { Cut } from './orders.js'

interface Part {
  from: number
  to: number
  /** Whether the stream ends with it. */
  end: boolean
}

/** The chunks of one stream whose bytes come in slabs; each chunk lies in one piece. */
export class StreamCuts {
  readonly #points: CutPoints
  /** Bytes of the stream that were seen, and those that are in chunks. */
  #seen = 0
  #cut = 0
  #slab: Buffer | undefined
  /** Where the stream would begin in the slab. */
  #origin = 0

  /** @param lead what stands before it, when it is the rest of a stream (`CutPoints`) */
  constructor(lead?: Uint8Array) {
    this.#points = new CutPoints(lead)
  }

  /** Takes the next bytes, which lie in a slab. @returns the chunks that are certain by now; they lie in that slab */
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

import { hash } from 'node:crypto'
import { WindowMaximum } from './window_maximum.js'

/**
 * Content-defined chunking of a byte stream, at local maxima of a gear hash.
 *
 * The method is "local maximum chunking" of N. Bjørner, A. Blass and Y. Gurevich, "Content-dependent chunking
 * for differential compression, the local maximum approach", Journal of Computer and System Sciences 76 (2010).
 * A cut depends only on the bytes around it, not on the previous cut. So two streams are cut alike once they
 * have been equal for the length of the horizon. The gear hash is that of W. Xia et al., "Ddelta: A
 * deduplication-inspired fast delta compression approach", Performance Evaluation 79 (2014), known from
 * FastCDC.
 *
 * `docs/chunking.md` specifies the format for other implementations. The horizon, the largest size, the
 * threshold and the gear table belong to the format. Every uploader uses them, and changing one would end the
 * deduplication of equal bytes.
 */

/**
 * A cut is the largest hash within this distance on both sides. Every chunk except the last has at least this
 * size; the average is twice as large.
 */
export const HORIZON = 512 * 1024
/** If no position is a candidate, the stream is cut at this size. */
export const MAX_CHUNK = 4 * 1024 * 1024

/**
 * Gear hashes from this value on are candidates: one position in 16,384. So the loop below mostly computes
 * hashes, and each candidate competes with 32 others on either side.
 */
const CANDIDATE = 0x7ffc0000

/** A fixed random word for each byte value. Any language can rebuild the table. */
const GEAR = Int32Array.from({ length: 256 }, (_, byte) =>
  hash('sha256', `crossdock gear ${byte}`, 'buffer').readInt32LE(0)
)

/** A gear hash depends on this many bytes, including its own: each byte shifts the earlier ones by a bit. */
export const LEAD_BYTES = 32

/** Finds the cuts of one stream. Keeps no bytes. The cuts do not depend on how the stream is split into pieces. */
export class CutPoints {
  readonly #largest = new WindowMaximum(HORIZON)
  #gear = 0
  #scanned = 0
  #last = 0
  /** The candidate that is the next cut unless a larger one follows within the horizon. */
  #next: { position: number; value: number } | undefined
  #cuts: number[] = []

  /**
   * @param lead the last bytes before a cut (`LEAD_BYTES`, or fewer near the start), to continue after that
   * cut. The later cuts equal those of the whole stream, because the next cut is further away than the horizon.
   * Positions count from the cut.
   */
  constructor(lead: Uint8Array = new Uint8Array()) {
    for (const byte of lead) this.#gear = ((this.#gear << 1) + GEAR[byte]!) | 0
  }

  /**
   * Scans the next bytes.
   * @returns the cuts that are now certain, as distances from the start of the stream
   */
  scan(piece: Uint8Array): number[] {
    const begin = this.#scanned
    const words = GEAR
    const eights = piece.length - (piece.length % 8)
    let gear = this.#gear
    let at = 0
    // Processing eight bytes with one branch takes less than half the time of single bytes.
    for (; at < eights; at += 8) {
      const g1 = ((gear << 1) + words[piece[at]!]!) | 0
      const g2 = ((g1 << 1) + words[piece[at + 1]!]!) | 0
      const g3 = ((g2 << 1) + words[piece[at + 2]!]!) | 0
      const g4 = ((g3 << 1) + words[piece[at + 3]!]!) | 0
      const g5 = ((g4 << 1) + words[piece[at + 4]!]!) | 0
      const g6 = ((g5 << 1) + words[piece[at + 5]!]!) | 0
      const g7 = ((g6 << 1) + words[piece[at + 6]!]!) | 0
      gear = ((g7 << 1) + words[piece[at + 7]!]!) | 0
      if (
        g1 >= CANDIDATE ||
        g2 >= CANDIDATE ||
        g3 >= CANDIDATE ||
        g4 >= CANDIDATE ||
        g5 >= CANDIDATE ||
        g6 >= CANDIDATE ||
        g7 >= CANDIDATE ||
        gear >= CANDIDATE
      ) {
        this.#look(begin + at + 1, [g1, g2, g3, g4, g5, g6, g7, gear])
      }
    }
    for (; at < piece.length; at++) {
      gear = ((gear << 1) + words[piece[at]!]!) | 0
      this.#look(begin + at + 1, [gear])
    }
    this.#gear = gear
    this.#scanned = begin + piece.length
    this.#settle(this.#scanned)
    return this.#given()
  }

  /** Returns the remaining cuts. The last one is the end of the stream. */
  end(): number[] {
    const end = this.#scanned
    while (end - this.#last > MAX_CHUNK) this.#cut(this.#last + MAX_CHUNK)
    if (end > this.#last) this.#cut(end)
    return this.#given()
  }

  /** Finds the candidates among consecutive hashes and compares each with the best so far. */
  #look(position: number, gears: number[]): void {
    for (const [index, gear] of gears.entries()) {
      if (gear >= CANDIDATE) this.#weigh(position + index, gear)
    }
  }

  #weigh(position: number, value: number): void {
    this.#settle(position - 1)
    const isLargest = this.#largest.add(position, value)
    // Of two equal candidates the first stays, so repeated bytes are also cut, at the distance of the horizon.
    if (this.#next && value <= this.#next.value) return
    const isNext = isLargest && position > this.#last + HORIZON
    this.#next = isNext ? { position, value } : undefined
  }

  /** Makes the cuts that are certain once all candidates up to `here` are compared. */
  #settle(here: number): void {
    if (this.#next && this.#next.position + HORIZON <= here) {
      this.#cut(this.#next.position)
      this.#next = undefined
    }
    while (!this.#next && this.#last + MAX_CHUNK <= here) this.#cut(this.#last + MAX_CHUNK)
  }

  #cut(position: number): void {
    this.#last = position
    this.#cuts.push(position)
  }

  #given(): number[] {
    const cuts = this.#cuts
    this.#cuts = []
    return cuts
  }
}

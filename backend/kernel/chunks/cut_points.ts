import { hash } from 'node:crypto'
import { WindowMaximum } from './window_maximum.js'

/**
 * Where a stream of bytes is cut: content-defined chunking at local maxima of a gear hash.
 *
 * The method is "local maximum chunking" of N. Bjørner, A. Blass and Y. Gurevich, "Content-dependent chunking for
 * differential compression, the local maximum approach", Journal of Computer and System Sciences 76 (2010): a cut
 * depends on the bytes around it alone, not on the cut before it, so two streams that agree are cut alike as soon as
 * they have agreed for the length of the horizon. The gear hash is that of W. Xia et al., "Ddelta: A
 * deduplication-inspired fast delta compression approach", Performance Evaluation 79 (2014), known from FastCDC.
 *
 * `docs/chunking.md` holds the format so that others can write it, ADR 16 why it is this one. The horizon, the
 * largest size, the threshold and the gear table are part of it: every uploader cuts with them, and changing one means
 * that equal bytes no longer meet.
 */

/** A cut is the largest within this distance on both sides. No chunk but the last is smaller; the average is twice as large. */
export const HORIZON = 512 * 1024
/** Where nothing in the bytes says where to cut they are cut here. */
export const MAX_CHUNK = 4 * 1024 * 1024

/**
 * Gear hashes from here on can be cuts: one position in 16,384, so that the loop below has little to do but to
 * hash, and 32 of them compete on either side.
 */
const CANDIDATE = 0x7ffc0000

/** One fixed random word a byte value, derived so that any language can rebuild the table. */
const GEAR = Int32Array.from({ length: 256 }, (_, byte) =>
  hash('sha256', `crossdock gear ${byte}`, 'buffer').readInt32LE(0)
)

/** A gear hash knows so many bytes, itself included: each shifts the ones before by a bit. */
export const LEAD_BYTES = 32

/** Finds the cuts of one stream. It keeps no bytes and gives the same cuts however the stream is pieced. */
export class CutPoints {
  readonly #largest = new WindowMaximum(HORIZON)
  #gear = 0
  #scanned = 0
  #last = 0
  /** The candidate that will be the next cut unless a larger one follows within the horizon. */
  #next: { position: number; value: number } | undefined
  #cuts: number[] = []

  /**
   * @param lead the last bytes before a cut (`LEAD_BYTES`, or fewer behind a beginning) to go on behind it: the cuts to
   * come are those of the whole stream, because the next one is further away than the horizon. Positions count from there.
   */
  constructor(lead: Uint8Array = new Uint8Array()) {
    for (const byte of lead) this.#gear = ((this.#gear << 1) + GEAR[byte]!) | 0
  }

  /** Scans the next bytes. @returns the cuts that are certain by now, as distances from the beginning of the stream */
  scan(piece: Uint8Array): number[] {
    const begin = this.#scanned
    const words = GEAR
    const eights = piece.length - (piece.length % 8)
    let gear = this.#gear
    let at = 0
    // Eight bytes a turn with one branch take less than half the time of one byte a turn.
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

  /** The cuts that are left when the stream has ended; the last of them is its end. */
  end(): number[] {
    const end = this.#scanned
    while (end - this.#last > MAX_CHUNK) this.#cut(this.#last + MAX_CHUNK)
    if (end > this.#last) this.#cut(end)
    return this.#given()
  }

  /** Weighs those of the hashes behind each other that can be cuts. */
  #look(position: number, gears: number[]): void {
    for (const [index, gear] of gears.entries()) {
      if (gear >= CANDIDATE) this.#weigh(position + index, gear)
    }
  }

  #weigh(position: number, value: number): void {
    this.#settle(position - 1)
    const isLargest = this.#largest.add(position, value)
    // Of two that are equal the first stays: repeated bytes are cut, too, at the distance of the horizon.
    if (this.#next && value <= this.#next.value) return
    const isNext = isLargest && position > this.#last + HORIZON
    this.#next = isNext ? { position, value } : undefined
  }

  /** Makes the cuts that are certain when all candidates up to here have been weighed. */
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

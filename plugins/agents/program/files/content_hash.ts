import { createHash, hash } from 'node:crypto'

/** No chunk but the last is smaller. */
const HORIZON = 512 * 1024
const MAX_CHUNK = 4 * 1024 * 1024
const FIRST_ROOM = 64 * 1024
/** Gear hashes from here on can be cuts. */
const CANDIDATE = 0x7ffc0000

const GEAR = Int32Array.from({ length: 256 }, (_, byte) =>
  hash('sha256', `crossdock gear ${byte}`, 'buffer').readInt32LE(0)
)

interface Candidate {
  position: number
  value: number
}

/**
 * The content id of a stream, as `docs/chunking.md` defines it: the server names the content of each version by it. So
 * the agent knows whether a file is the same as a version, and whether all bytes arrived as they left.
 */
export class ContentHash {
  readonly #id = createHash('sha256').update('crossdock content 1\n')
  /** The bytes behind the last cut are the first so many. One buffer serves a whole stream. */
  #room = Buffer.allocUnsafeSlow(FIRST_ROOM)
  #kept = 0
  #gear = 0
  #length = 0
  #last = 0
  /** Candidates of the last horizon that no later one reaches, the largest first. */
  #largest: Candidate[] = []
  /** The next cut, unless a larger candidate follows within the horizon. */
  #next: Candidate | undefined

  update(piece: Uint8Array): this {
    this.#keep(piece)
    let gear = this.#gear
    for (let at = 0; at < piece.length; at++) {
      gear = ((gear << 1) + GEAR[piece[at]!]!) | 0
      if (gear >= CANDIDATE) this.#weigh({ position: this.#length + at + 1, value: gear })
    }
    this.#gear = gear
    this.#length += piece.length
    this.#settle(this.#length)
    return this
  }

  /** The id of all that came; nothing can follow. */
  digest(): string {
    while (this.#length - this.#last > MAX_CHUNK) this.#cut(this.#last + MAX_CHUNK)
    if (this.#length > this.#last) this.#cut(this.#length)
    return this.#id.digest('hex')
  }

  #weigh(candidate: Candidate): void {
    const { position, value } = candidate
    this.#settle(position - 1)
    const inReach = this.#largest.filter((one) => one.position >= position - HORIZON)
    const larger = inReach.filter((one) => one.value > value)
    this.#largest = [...larger, candidate]
    if (this.#next && value <= this.#next.value) return
    const isNext = larger.length === 0 && position > this.#last + HORIZON
    this.#next = isNext ? candidate : undefined
  }

  /** Makes the cuts that are certain when all candidates up to here were weighed. */
  #settle(here: number): void {
    if (this.#next && this.#next.position + HORIZON <= here) {
      this.#cut(this.#next.position)
      this.#next = undefined
    }
    while (!this.#next && this.#last + MAX_CHUNK <= here) this.#cut(this.#last + MAX_CHUNK)
  }

  #cut(position: number): void {
    const size = position - this.#last
    const entry = Buffer.alloc(36)
    hash('sha256', this.#room.subarray(0, size), 'buffer').copy(entry)
    entry.writeUInt32BE(size, 32)
    this.#id.update(entry)
    this.#room.copyWithin(0, size, this.#kept)
    this.#kept -= size
    this.#last = position
  }

  #keep(piece: Uint8Array): void {
    const length = this.#kept + piece.length
    if (length > this.#room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#room.length))
      this.#room.copy(larger, 0, 0, this.#kept)
      this.#room = larger
    }
    this.#room.set(piece, this.#kept)
    this.#kept = length
  }
}

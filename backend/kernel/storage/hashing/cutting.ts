import type { HashThread } from './hash_thread.js'
import { StreamCutter, type CutChunk } from './stream_cutter.js'
import { crc32Of } from './crc32.js'
import { HORIZON } from '../../chunks/cut_points.js'
import { hashInThread } from '../../chunks/manifest.js'

const FIRST_BUFFER = 64 * 1024
/** A stream up to this size is always one chunk, because a cut is more than the horizon away from both ends. */
export const ONE_CHUNK = 2 * HORIZON

/**
 * Cuts one stream. A stream of one chunk is handled on this thread, a longer one on the second thread. Call
 * `close` in any case.
 */
export class Cutting {
  #begun = Buffer.alloc(0)
  #length = 0
  #cutter: StreamCutter | undefined

  /** @param lead the bytes before the stream, if it continues another one (`CutPoints`) */
  constructor(
    private readonly hashThread: HashThread,
    private readonly lead?: Uint8Array
  ) {}

  /**
   * Takes the next bytes.
   * @returns complete chunks, each valid until its `giveBack` is called
   */
  async push(piece: Uint8Array): Promise<CutChunk[]> {
    if (this.#cutter) return await this.#cutter.push(piece)
    if (this.#length + piece.length <= ONE_CHUNK) {
      this.#keep(piece)
      return []
    }
    const begun = this.#begun.subarray(0, this.#length)
    this.#begun = Buffer.alloc(0)
    this.#cutter = new StreamCutter(this.hashThread, this.lead)
    return [...(await this.#cutter.push(begun)), ...(await this.#cutter.push(piece))]
  }

  /** Returns the remaining chunks after the last byte. */
  async finish(): Promise<CutChunk[]> {
    if (this.#cutter) return await this.#cutter.finish()
    if (this.#length === 0) return []
    const bytes = this.#begun.subarray(0, this.#length)
    return [await onlyChunk(bytes)]
  }

  async close(): Promise<void> {
    await this.#cutter?.close()
  }

  #keep(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#begun.length) {
      const size = Math.max(length, FIRST_BUFFER, Math.min(2 * this.#begun.length, ONE_CHUNK))
      const larger = Buffer.allocUnsafeSlow(size)
      larger.set(this.#begun.subarray(0, this.#length))
      this.#begun = larger
    }
    this.#begun.set(piece, this.#length)
    this.#length = length
  }
}

/** Returns bytes as a single chunk, in memory of their own. */
export async function onlyChunk(bytes: Buffer): Promise<CutChunk> {
  const hash = await hashInThread(bytes)
  return { hash, crc32: crc32Of(bytes), size: bytes.length, bytes, giveBack: () => {} }
}

import type { HashThread } from './hash_thread.js'
import { StreamCutter, type CutChunk } from './stream_cutter.js'
import { crc32Of } from './crc32.js'
import { HORIZON } from '../../chunks/cut_points.js'
import { hashInThread } from '../../chunks/manifest.js'

const FIRST_BUFFER = 64 * 1024
/** Up to this size a stream is always one chunk: a cut is more than the horizon from either end. */
export const ONE_CHUNK = 2 * HORIZON

/**
 * Cuts one stream: a short one, which is one chunk, here, and a longer one in the second thread. Must be closed
 * in any case.
 */
export class Cutting {
  #begun = Buffer.alloc(0)
  #length = 0
  #cutter: StreamCutter | undefined

  /** @param lead the bytes before the stream, when it continues another (`CutPoints`) */
  constructor(
    private readonly hashThread: HashThread,
    private readonly lead?: Uint8Array
  ) {}

  /** Takes the next bytes. @returns complete chunks, each valid until it is given back */
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

  /** The remaining chunks after the last byte. */
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

/** Bytes that are one chunk, in separate memory. */
export async function onlyChunk(bytes: Buffer): Promise<CutChunk> {
  const hash = await hashInThread(bytes)
  return { hash, crc32: crc32Of(bytes), size: bytes.length, bytes, giveBack: () => {} }
}

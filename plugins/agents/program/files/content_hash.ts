import {
  chunkHash,
  contentId,
  CutPoints,
  encodeChunks,
  type ChunkRef,
} from '@crossdock/kernel/chunks'

const FIRST_ROOM = 64 * 1024

/**
 * The chunks and the content id of a stream, as `docs/chunking.md` defines them: the server names the content of each
 * version by it. So the agent knows whether a file is the same as a version, and whether all bytes arrived as they left.
 */
export class ContentHash {
  readonly #points = new CutPoints()
  /** The bytes behind the last cut are the first so many. One buffer serves a whole stream. */
  #room = Buffer.allocUnsafeSlow(FIRST_ROOM)
  #kept = 0
  #last = 0
  /** The chunks that are certain by now, in order. */
  readonly chunks: ChunkRef[] = []

  update(piece: Uint8Array): this {
    this.#keep(piece)
    for (const position of this.#points.scan(piece)) this.#cut(position)
    return this
  }

  /** The id of all that came; nothing can follow. */
  digest(): string {
    for (const position of this.#points.end()) this.#cut(position)
    return contentId(encodeChunks(this.chunks))
  }

  #cut(position: number): void {
    const size = position - this.#last
    this.chunks.push({ hash: chunkHash(this.#room.subarray(0, size)), size })
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

import {
  chunkHash,
  contentId,
  CutPoints,
  encodeChunks,
  type ChunkRef,
} from '@crossdock/kernel/chunks'

const FIRST_ROOM = 64 * 1024

/**
 * Computes the chunks and the content id of a stream, as `docs/chunking.md` defines them. The server identifies
 * the content of each version by this id. So the agent can compare a file with a version, and detect transfer
 * errors.
 */
export class ContentHash {
  readonly #points = new CutPoints()
  /** Buffer for the bytes after the last chunk boundary. One buffer serves a whole stream. */
  #room = Buffer.allocUnsafeSlow(FIRST_ROOM)
  #kept = 0
  #last = 0
  /** The completed chunks, in order. */
  readonly chunks: ChunkRef[] = []

  update(piece: Uint8Array): this {
    this.#keep(piece)
    for (const position of this.#points.scan(piece)) this.#cut(position)
    return this
  }

  /** Returns the content id. No data may follow. */
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

/** Bytes of a stream that belong to no chunk yet, in the pieces that arrived. */
export class Backlog {
  readonly #pieces: Uint8Array[] = []

  push(piece: Uint8Array): void {
    if (piece.length > 0) this.#pieces.push(piece)
  }

  /** Drops the first bytes, which are in a chunk now. */
  drop(bytes: number): void {
    let rest = bytes
    while (rest > 0) {
      const [first] = this.#pieces
      if (!first) throw new Error(`${rest} more bytes were cut than received.`)
      if (first.length > rest) {
        this.#pieces[0] = first.subarray(rest)
        return
      }
      rest -= first.length
      this.#pieces.shift()
    }
  }

  /** Returns the remaining bytes in one buffer. */
  bytes(): Buffer {
    return Buffer.concat(this.#pieces)
  }
}

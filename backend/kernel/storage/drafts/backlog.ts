/** Bytes of a stream that lie in no chunk yet, in the pieces in which they came. */
export class Backlog {
  readonly #pieces: Uint8Array[] = []

  push(piece: Uint8Array): void {
    if (piece.length > 0) this.#pieces.push(piece)
  }

  /** Forgets the first bytes: they lie in a chunk now. */
  drop(bytes: number): void {
    let rest = bytes
    while (rest > 0) {
      const [first] = this.#pieces
      if (!first) throw new Error(`${rest} bytes more were cut than have come.`)
      if (first.length > rest) {
        this.#pieces[0] = first.subarray(rest)
        return
      }
      rest -= first.length
      this.#pieces.shift()
    }
  }

  /** What is left, in one piece. */
  bytes(): Buffer {
    return Buffer.concat(this.#pieces)
  }
}

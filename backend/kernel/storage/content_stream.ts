import { Readable, type Writable } from 'node:stream'
import type { Piece } from './content_reader.js'

/** Pieces that a destination may have and not yet have taken. */
const MOST_FLYING = 2

/**
 * The bytes of a content. Piped into a writable, its pieces are sent from the memory they were read into, which is used
 * again as soon as they were taken: so the writable must not keep what it called back for. Whoever reads it otherwise
 * gets memory of their own.
 */
export class ContentStream extends Readable {
  readonly #pieces: AsyncGenerator<Piece>
  #wake = () => {}

  constructor(pieces: AsyncGenerator<Piece>) {
    super({ highWaterMark: 1024 * 1024 })
    this.#pieces = pieces
  }

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    this.#send(destination as unknown as Writable).then(
      (isSent) => (isSent ? destination.end() : this.destroy()),
      (error: unknown) => this.destroy(error as Error)
    )
    return destination
  }

  override _read(): void {
    this.#pieces.next().then(
      ({ value, done }) => {
        if (done) return this.push(null)
        const bytes = Buffer.from(value.bytes)
        value.giveBack()
        this.push(bytes)
      },
      (error: unknown) => this.destroy(error as Error)
    )
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#wake()
    this.#pieces.return(undefined).then(
      () => callback(error),
      () => callback(error)
    )
  }

  /** @returns whether all was sent; not when the destination has gone or this was destroyed */
  async #send(destination: Writable): Promise<boolean> {
    const flying = new Set<Piece>()
    const isOver = () => destination.destroyed || this.destroyed
    const take = (piece: Piece, error: unknown) => {
      if (!flying.delete(piece)) return
      if (error) piece.forget()
      else piece.giveBack()
      this.#wake()
    }
    destination.once('close', () => this.#wake())
    for await (const piece of this.#pieces) {
      flying.add(piece)
      destination.write(piece.bytes, (error) => take(piece, error))
      while (flying.size >= MOST_FLYING && !isOver()) {
        await new Promise<void>((resolve) => (this.#wake = resolve))
      }
      if (isOver()) break
    }
    if (!isOver()) return true
    // They may still be on their way, and nobody may tell when they are not.
    for (const piece of flying) take(piece, 'gone')
    return false
  }
}

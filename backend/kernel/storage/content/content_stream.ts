import { Readable, type Writable } from 'node:stream'
import type { Piece } from '../chunks/source.js'
import type { Pieces } from './content_reader.js'
import { Flight } from './flight.js'

/**
 * The bytes of a content. When piped into a writable, pieces are sent from the memory they were read into. That
 * memory is reused as soon as the writable calls back, so the writable must not keep a piece longer. Other
 * readers get copies.
 */
export class ContentStream extends Readable {
  /** Bytes written to the pipe's destination, including those that it has not sent yet. */
  handedOn = 0
  readonly #pieces: Pieces
  #wake = () => {}

  constructor(pieces: Pieces) {
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
    this.#pieces.return().then(
      () => callback(error),
      () => callback(error)
    )
  }

  #pass(piece: Piece, flight: Flight): void {
    this.handedOn += piece.bytes.length
    flight.send(piece)
  }

  /** @returns whether everything was sent; false when the destination closed or this stream was destroyed */
  async #send(destination: Writable): Promise<boolean> {
    const flight = new Flight(destination, () => this.#wake())
    const isOver = () => flight.isOver || this.destroyed
    try {
      for await (const piece of this.#pieces) {
        if (isOver()) piece.giveBack()
        else this.#pass(piece, flight)
        while (flight.isFull && !isOver()) {
          await new Promise<void>((resolve) => (this.#wake = resolve))
        }
        if (isOver()) return false
      }
      return !isOver()
    } finally {
      flight.close()
    }
  }
}

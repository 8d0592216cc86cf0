import type { IncomingMessage } from 'node:http'
import { tooSlow } from '../../ground/too_slow.js'

/** The body of a request in pieces. The connection is read only as fast as the caller takes pieces. */
export class RequestPieces {
  readonly #request: IncomingMessage
  readonly #received: Buffer[] = []
  #ended = false
  #failure: unknown
  #wake = () => {}

  constructor(request: IncomingMessage) {
    this.#request = request.pause()
    request
      .on('data', this.#keep)
      .once('end', () => this.#update(() => (this.#ended = true)))
      .once('error', (error) => this.#fail(error))
      .once(tooSlow, (problem) => this.#fail(problem))
      .once('close', () => {
        if (!request.complete) this.#fail(new Error('the connection was closed'))
      })
  }

  /**
   * Returns the next piece; undefined at the end.
   * @throws the error of the connection, or the Problem of a slow sender
   */
  async next(): Promise<Buffer | undefined> {
    while (this.#received.length === 0 && !this.#ended && this.#failure === undefined) {
      this.#request.resume()
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    if (this.#failure !== undefined) throw this.#failure
    return this.#received.shift()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (let piece; (piece = await this.next());) yield piece
  }

  /** Discards the rest of the body, so that the sender receives the answer. */
  drop(): void {
    this.#request.off('data', this.#keep).resume()
    this.#received.length = 0
  }

  #keep = (piece: Buffer) => {
    this.#request.pause()
    this.#update(() => this.#received.push(piece))
  }

  #fail(failure: unknown): void {
    this.#update(() => (this.#failure ??= failure))
  }

  #update(change: () => void): void {
    change()
    this.#wake()
  }
}

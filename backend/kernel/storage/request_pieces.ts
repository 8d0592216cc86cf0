import type { IncomingMessage } from 'node:http'
import { tooSlow } from '../http/pace.js'

/** The body of a request piece by piece; the connection is read only as fast as they are taken. */
export class RequestPieces {
  readonly #request: IncomingMessage
  readonly #come: Buffer[] = []
  #ended = false
  #failure: unknown
  #wake = () => {}

  constructor(request: IncomingMessage) {
    this.#request = request.pause()
    request
      .on('data', this.#keep)
      .once('end', () => this.#tell(() => (this.#ended = true)))
      .once('error', (error) => this.#fail(error))
      .once(tooSlow, (problem) => this.#fail(problem))
      .once('close', () => {
        if (!request.complete) this.#fail(new Error('the connection was closed'))
      })
  }

  /** The next piece; undefined at the end. @throws what the connection broke off with, or the Problem of a slow one */
  async next(): Promise<Buffer | undefined> {
    while (this.#come.length === 0 && !this.#ended && this.#failure === undefined) {
      this.#request.resume()
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    if (this.#failure !== undefined) throw this.#failure
    return this.#come.shift()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (let piece; (piece = await this.next());) yield piece
  }

  /** What still comes is dropped, so that the sender gets to see the answer. */
  drop(): void {
    this.#request.off('data', this.#keep).resume()
    this.#come.length = 0
  }

  #keep = (piece: Buffer) => {
    this.#request.pause()
    this.#tell(() => this.#come.push(piece))
  }

  #fail(failure: unknown): void {
    this.#tell(() => (this.#failure ??= failure))
  }

  #tell(change: () => void): void {
    change()
    this.#wake()
  }
}

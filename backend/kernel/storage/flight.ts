import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { Piece } from './content_reader.js'

/** Pieces that a destination may have and not yet have taken. */
const MOST_FLYING = 2

/**
 * The pieces on their way into one destination. Each is given back when the destination calls back for it, with an
 * error or without: until then the system may be sending from its memory. Some it never calls back for, such as those
 * of an answer whose turn on its connection does not come: they are given back when the connection is closed.
 */
export class Flight {
  readonly #flying = new Set<Piece>()
  readonly #connection: Writable
  #isClosing = false

  /** @param change told when a piece was taken or the connection is closed */
  constructor(
    private readonly destination: Writable,
    private readonly change: () => void
  ) {
    // A connection that is broken drops what is written and calls nobody back; its answer is told only later.
    this.#connection = (destination as Partial<ServerResponse>).req?.socket ?? destination
    this.#connection.once('close', this.#over)
    if (this.#connection !== destination) destination.once('close', change)
  }

  get isOver(): boolean {
    return this.destination.destroyed || this.#connection.destroyed
  }

  get isFull(): boolean {
    return this.#flying.size >= MOST_FLYING
  }

  send(piece: Piece): void {
    this.#flying.add(piece)
    this.destination.write(piece.bytes, () => this.#land(piece))
  }

  /** Nothing more is sent. */
  close(): void {
    this.#isClosing = true
    this.#leaveWhenDone()
  }

  #over = () => {
    for (const piece of this.#flying) this.#land(piece)
    this.change()
  }

  #land(piece: Piece): void {
    if (!this.#flying.delete(piece)) return
    piece.giveBack()
    this.change()
    this.#leaveWhenDone()
  }

  #leaveWhenDone(): void {
    if (!this.#isClosing || this.#flying.size > 0) return
    this.#connection.off('close', this.#over)
    this.destination.off('close', this.change)
  }
}

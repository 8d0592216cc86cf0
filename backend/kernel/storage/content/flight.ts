import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { Piece } from '../chunks/source.js'

/** Maximum number of pieces that a destination holds at the same time. */
const MAX_IN_FLIGHT = 2

/**
 * The pieces being sent to one destination. A piece is released when the destination calls back for it, with or
 * without an error. Until then the system may be sending from its memory. If a client sent several requests
 * ahead and disconnects, some responses never call back. Their pieces are released when the connection closes.
 */
export class Flight {
  readonly #inFlight = new Set<Piece>()
  readonly #connection: Writable
  #isClosing = false

  /** @param change called when a piece was released or the connection closed */
  constructor(
    private readonly destination: Writable,
    private readonly change: () => void
  ) {
    // A broken connection drops writes without calling back, and its response reports this only later.
    this.#connection = (destination as Partial<ServerResponse>).req?.socket ?? destination
    this.#connection.once('close', this.#onClose)
    if (this.#connection !== destination) destination.once('close', change)
  }

  get isOver(): boolean {
    return this.destination.destroyed || this.#connection.destroyed
  }

  get isFull(): boolean {
    return this.#inFlight.size >= MAX_IN_FLIGHT
  }

  send(piece: Piece): void {
    this.#inFlight.add(piece)
    this.destination.write(piece.bytes, () => this.#land(piece))
  }

  /** Sends no more pieces. Those being sent are still released. */
  close(): void {
    this.#isClosing = true
    this.#detachWhenDone()
  }

  #onClose = () => {
    for (const piece of this.#inFlight) this.#land(piece)
    this.change()
  }

  #land(piece: Piece): void {
    if (!this.#inFlight.delete(piece)) return
    piece.giveBack()
    this.change()
    this.#detachWhenDone()
  }

  #detachWhenDone(): void {
    if (!this.#isClosing || this.#inFlight.size > 0) return
    this.#connection.off('close', this.#onClose)
    this.destination.off('close', this.change)
  }
}

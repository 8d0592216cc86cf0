/** Milliseconds of what is looked back at: a connection's pace changes. */
const WINDOW = 8_000
/** Before that a first burst would promise too much. */
const LEAST = 1_000

interface Point {
  at: number
  sent: number
}

/** How fast something goes up now. */
export class Speed {
  #points: Point[] = []

  /** Notes how much is sent by now; bytes a second, undefined while that cannot be told. */
  note(sent: number, at = performance.now()): number | undefined {
    // Behind a broken connection it goes on from where the server is.
    if (sent < (this.#points.at(-1)?.sent ?? 0)) this.#points = []
    this.#points = [...this.#points.filter((point) => at - point.at <= WINDOW), { at, sent }]
    const [first] = this.#points
    const passed = at - first!.at
    const speed = ((sent - first!.sent) / passed) * 1_000
    return passed >= LEAST && speed > 0 ? speed : undefined
  }
}

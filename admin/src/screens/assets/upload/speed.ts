/** Averages only this recent period (ms), because the speed changes. */
const WINDOW = 8_000
/** Minimum period (ms); a first burst would be misleading. */
const LEAST = 1_000

interface Point {
  at: number
  sent: number
}

/** Measures the current upload speed. */
export class Speed {
  #points: Point[] = []

  /** Records the bytes sent so far. Returns bytes per second, or undefined while unknown. */
  note(sent: number, at = performance.now()): number | undefined {
    // After a broken connection, sending resumes at the server's offset.
    if (sent < (this.#points.at(-1)?.sent ?? 0)) this.#points = []
    this.#points = [...this.#points.filter((point) => at - point.at <= WINDOW), { at, sent }]
    const [first] = this.#points
    const passed = at - first!.at
    const speed = ((sent - first!.sent) / passed) * 1_000
    return passed >= LEAST && speed > 0 ? speed : undefined
  }
}

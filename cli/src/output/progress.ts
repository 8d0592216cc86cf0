import { formatBytes, formatDuration } from './format.js'
import type { Output } from './streams.js'

const REDRAW_MS = 100

/** One line on a terminal that tells how far a transfer is; silent everywhere else. */
export class Progress {
  readonly #output: Output
  readonly #label: string
  readonly #total: number
  readonly #start: number
  readonly #startedAt = Date.now()
  #done: number
  #drawnAt = 0
  #ended = false

  constructor(output: Output, label: string, total: number, start = 0) {
    this.#output = output
    this.#label = label
    this.#total = total
    this.#start = start
    this.#done = start
  }

  advance(bytes: number): void {
    this.#done += bytes
    // What is still on its way when a transfer fails must not draw the line again.
    if (this.#ended || !this.#output.isTTY || Date.now() - this.#drawnAt < REDRAW_MS) return
    this.#drawnAt = Date.now()
    this.#output.write(`\r\u001b[2K${this.#line()}`)
  }

  /** Removes the line: what follows says how it ended. */
  end(): void {
    if (this.#drawnAt > 0) this.#output.write('\r\u001b[2K')
    this.#drawnAt = 0
    this.#ended = true
  }

  #line(): string {
    const percent = this.#total === 0 ? 100 : Math.floor((this.#done / this.#total) * 100)
    const elapsed = Math.max(Date.now() - this.#startedAt, 1)
    const rate = ((this.#done - this.#start) / elapsed) * 1000
    const left = rate > 0 ? formatDuration(((this.#total - this.#done) / rate) * 1000) : ''
    const counts = `${formatBytes(this.#done)} of ${formatBytes(this.#total)}`
    const room = (this.#output.columns ?? 80) - 1
    return `${this.#label}  ${percent} %  ${counts}  ${formatBytes(rate)}/s  ${left}`.slice(0, room)
  }
}

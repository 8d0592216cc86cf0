import { formatBytes, formatDuration, printable } from './format.js'
import type { Output } from './streams.js'

const REDRAW_MS = 100
const NARROWEST = 8

/** Shows the progress of a transfer as one line on a terminal. Prints nothing elsewhere. */
export class Progress {
  readonly #output: Output
  readonly #label: string
  /** Undefined when the total is unknown. */
  readonly #total: number | undefined
  readonly #start: number
  readonly #startedAt = Date.now()
  #done: number
  #drawnAt = 0
  #ended = false

  constructor(output: Output, label: string, total: number | undefined, start = 0) {
    this.#output = output
    this.#label = printable(label)
    this.#total = total
    this.#start = start
    this.#done = start
  }

  advance(bytes: number): void {
    this.#done += bytes
    // Data that still arrives after a failed transfer must not draw the line again.
    if (this.#ended || !this.#output.isTTY || Date.now() - this.#drawnAt < REDRAW_MS) return
    this.#drawnAt = Date.now()
    this.#output.write(`\r\u001b[2K${this.#line()}`)
  }

  /** Removes the line until the next update, so that other output can be printed. */
  clear(): void {
    if (this.#drawnAt > 0) this.#output.write('\r\u001b[2K')
    this.#drawnAt = 0
  }

  /** Removes the line permanently. Other output reports the result. */
  end(): void {
    this.clear()
    this.#ended = true
  }

  #line(): string {
    const elapsed = Math.max(Date.now() - this.#startedAt, 1)
    const rate = ((this.#done - this.#start) / elapsed) * 1000
    const numbers = `  ${this.#counts(rate)}`
    // A line that is too long would wrap, and the rest would never be removed.
    const room = (this.#output.columns || 80) - 1
    return `${cut(this.#label, Math.max(room - numbers.length, NARROWEST))}${numbers}`.slice(
      0,
      room
    )
  }

  #counts(rate: number): string {
    const [done, total] = [this.#done, this.#total]
    const speed = `${formatBytes(rate)}/s`
    if (total === undefined) return `${formatBytes(done)}  ${speed}`
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
    const left = rate > 0 ? formatDuration(((total - done) / rate) * 1000) : ''
    return `${percent} %  ${formatBytes(done)} of ${formatBytes(total)}  ${speed}  ${left}`
  }
}

/** Names differ at their ends, so cut the middle. */
function cut(name: string, room: number): string {
  if (name.length <= room) return name
  const half = Math.floor((room - 1) / 2)
  return `${name.slice(0, room - 1 - half)}…${name.slice(name.length - half)}`
}

/** From this many dropped entries on, the arrays are shortened. */
const FORGOTTEN = 1024

/**
 * The largest value of a moving window, in constant time per value (a monotonic queue). The queue keeps only
 * values that no later value reaches. If a value is at least as large as all others in its window, the queue
 * is empty when the value is added.
 */
export class WindowMaximum {
  #positions: number[] = []
  #values: number[] = []
  #first = 0

  /** `width` is the distance at which an earlier position still counts, inclusive. */
  constructor(private readonly width: number) {}

  /** Adds the next value; positions only grow. @returns whether no value in its window is larger */
  add(position: number, value: number): boolean {
    const positions = this.#positions
    const values = this.#values
    while (this.#first < positions.length && positions[this.#first]! < position - this.width) {
      this.#first++
    }
    while (values.length > this.#first && values[values.length - 1]! <= value) {
      values.pop()
      positions.pop()
    }
    const isLargest = values.length === this.#first
    positions.push(position)
    values.push(value)
    if (this.#first > FORGOTTEN && this.#first * 2 > positions.length) this.#forget()
    return isLargest
  }

  #forget(): void {
    this.#positions = this.#positions.slice(this.#first)
    this.#values = this.#values.slice(this.#first)
    this.#first = 0
  }
}

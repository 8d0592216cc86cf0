/** The arrays are shortened once this many entries were dropped. */
const SHORTEN_FROM = 1024

/**
 * The largest value of a moving window, in constant time per value (a monotonic queue). The queue keeps only
 * values larger than all later ones. If it is empty when a value is added, no value in that window is larger.
 */
export class WindowMaximum {
  #positions: number[] = []
  #values: number[] = []
  #first = 0

  /** @param width an earlier position counts up to this distance, inclusive */
  constructor(private readonly width: number) {}

  /**
   * Adds the next value. Positions must rise.
   * @returns whether no value in its window is larger
   */
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
    if (this.#first > SHORTEN_FROM && this.#first * 2 > positions.length) this.#forget()
    return isLargest
  }

  #forget(): void {
    this.#positions = this.#positions.slice(this.#first)
    this.#values = this.#values.slice(this.#first)
    this.#first = 0
  }
}

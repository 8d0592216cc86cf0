/** Above this many forgotten entries their room is given back. */
const FORGOTTEN = 1024

/**
 * The largest value of a moving window, in constant time a value: a monotonic queue. It keeps only those values that
 * no later one reaches; a value that is at least as large as its whole window finds the queue empty.
 */
export class WindowMaximum {
  #positions: number[] = []
  #values: number[] = []
  #first = 0

  /** `width` is the distance up to which an earlier position still counts, itself included. */
  constructor(private readonly width: number) {}

  /** Takes the next value; positions only grow. @returns whether none in its window is larger */
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

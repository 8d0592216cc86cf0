import { admit, heldPlaces } from './admit.js'
import type { Place } from './wake.js'

/** Places that may be free, as reported to this worker. `open` admits jobs to them. */
export class Gate {
  readonly #places = new Map<string, Place>()
  #behind = ''

  add(place: Place): void {
    this.#places.set(`${place.name} ${place.gate ?? ''}`, place)
  }

  /**
   * In operator scope. After a failure the places are forgotten, and the next `look` finds them.
   * @returns false when other processes were admitting: try again shortly
   */
  async open(): Promise<boolean> {
    if (this.#places.size === 0) return true
    const places = [...this.#places.values()]
    this.#places.clear()
    const left = await admit(places)
    for (const place of left) this.add(place)
    return left.length === 0
  }

  /** Adds places for which no signal came, some lines at a time: their last holder may have died. */
  async look(): Promise<void> {
    const places = await heldPlaces(this.#behind)
    for (const place of places) this.add(place)
    this.#behind = places.findLast(({ gate }) => gate)?.gate ?? ''
  }
}

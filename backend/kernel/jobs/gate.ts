import { admit, heldPlaces } from './admit.js'
import type { Place } from './wake.js'

/** What one worker has heard of places that may be free, until it has let somebody in. */
export class Gate {
  readonly #places = new Map<string, Place>()
  #behind = ''

  add(place: Place): void {
    this.#places.set(`${place.name} ${place.gate ?? ''}`, place)
  }

  /**
   * In operator scope. What a failure swallows, the next look finds.
   * @returns false when others were at some of them: to be opened again in a moment
   */
  async open(): Promise<boolean> {
    if (this.#places.size === 0) return true
    const places = [...this.#places.values()]
    this.#places.clear()
    const left = await admit(places)
    for (const place of left) this.add(place)
    return left.length === 0
  }

  /** Adds what nobody told us of, some lines at a time: who had a place may have died since. */
  async look(): Promise<void> {
    const places = await heldPlaces(this.#behind)
    for (const place of places) this.add(place)
    this.#behind = places.findLast(({ gate }) => gate)?.gate ?? ''
  }
}

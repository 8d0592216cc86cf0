import { clock } from '../ground/clock.js'
import { perApplication } from '../ground/application.js'
import type { Value } from '../database/driver.js'
import { longList } from './totals.js'

/** The row a page begins behind: what it is sorted by, and its id. */
export interface Place {
  /** How many rows stand up to it, itself included. */
  offset: number
  value: Value
  id: string
}

/** Nearer to the beginning than this the database counts off rows as fast as it finds a place. */
export const farOffset = 500
/** Before it a place is looked up for each page, along an index: short lists are exact, whatever was written just now. */
const rememberedFrom = longList
/**
 * A place is used again for so long, as totals are: rows that come or go meanwhile move what stands behind it. One that was
 * hard to find is used for this many times as long as that took, so that who reads on near it pays 5 % at most.
 */
const usableMs = 5_000
const timesItsCost = 20
const longestMs = 60_000
const mostOfOneList = 64
const mostLists = 500

interface Known extends Place {
  until: number
}

const lists = perApplication(() => new Map<string, Known[]>())

/** The last place known up to an offset of a list. */
export function placeUpTo(list: string, offset: number): Place | undefined {
  if (offset < rememberedFrom) return undefined
  const time = clock.ticks()
  const usable = (lists().get(list) ?? []).filter((known) => known.until > time)
  return usable.reduce<Known | undefined>(
    (best, known) => (known.offset <= offset && known.offset > (best?.offset ?? -1) ? known : best),
    undefined
  )
}

/**
 * Remembers where somebody may go on reading.
 * @param tookMs how long it took to find
 */
export function rememberPlace(list: string, place: Place, tookMs: number): void {
  if (place.offset < rememberedFrom) return
  const all = lists()
  const others = (all.get(list) ?? []).filter(({ offset }) => offset !== place.offset)
  const forMs = Math.min(longestMs, Math.max(usableMs, tookMs * timesItsCost))
  const known = [...others.slice(1 - mostOfOneList), { ...place, until: clock.ticks() + forMs }]
  // The list that was read last is dropped last.
  all.delete(list)
  all.set(list, known)
  if (all.size > mostLists) all.delete(all.keys().next().value!)
}

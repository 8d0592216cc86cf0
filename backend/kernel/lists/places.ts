import { clock } from '../ground/clock.js'
import { perApplication } from '../ground/application.js'
import type { Value } from '../database/drivers/driver.js'
import { longList } from './totals.js'

/** The row after which a list continues. */
export type RowPlace = Pick<Place, 'value' | 'id'>

/** The row after which a page begins: its sort value and id. */
export interface Place {
  /** Number of rows up to and including this one. */
  offset: number
  value: Value
  id: string
}

/** For smaller offsets the database skips rows as fast as it finds a place. */
export const farOffset = 500
/** Below this offset a place is looked up for each page through an index, so short lists are exact. */
const rememberedFrom = longList
/**
 * Lifetime of a remembered place, as for totals: concurrent writes shift the rows after it. A place that was
 * slow to find lives this many times as long as the search took, so that finding places costs at most 5 % of
 * the time.
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

/** The usable place nearest to an offset, before or after it; undefined if the beginning of the list is nearer. */
export function placeNear(list: string, offset: number): Place | undefined {
  if (offset < rememberedFrom) return undefined
  const time = clock.ticks()
  const usable = (lists().get(list) ?? []).filter((known) => known.until > time)
  const distance = (known: Known | undefined) => Math.abs((known?.offset ?? 0) - offset)
  return usable.reduce<Known | undefined>(
    (best, known) => (distance(known) < distance(best) ? known : best),
    undefined
  )
}

/**
 * Remembers a place where a reader may continue.
 * @param tookMs how long it took to find
 */
export function rememberPlace(list: string, place: Place, tookMs: number): void {
  if (place.offset < rememberedFrom) return
  const all = lists()
  const others = (all.get(list) ?? []).filter(({ offset }) => offset !== place.offset)
  const forMs = Math.min(longestMs, Math.max(usableMs, tookMs * timesItsCost))
  const known = [...others.slice(1 - mostOfOneList), { ...place, until: clock.ticks() + forMs }]
  // Re-insert the list, so that the most recently read one is evicted last.
  all.delete(list)
  all.set(list, known)
  if (all.size > mostLists) all.delete(all.keys().next().value!)
}

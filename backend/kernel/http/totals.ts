import { perApplication } from '../ground/application.js'

/** Shorter lists are counted anew after every write: their totals are exact. */
export const longList = 10_000
/** A total is used again for this many times as long as it took to count: counting costs 5 % at most. */
const timesItsCost = 20
const longestMs = 5_000
const mostRemembered = 1_000

interface Counted {
  total: number
  /** Used again until then whatever was written meanwhile; long lists only. */
  until: number
  /** Used again as long as nothing was written since (`writeStamp`), and until then. */
  stamp: string | undefined
  checked: number
}

const totals = perApplication(() => new Map<string, Counted>())

const holds = (known: Counted, stamp: string | undefined, time: number) =>
  known.until > time || (stamp !== undefined && stamp === known.stamp && known.checked > time)

/**
 * Counting 100,000 rows takes far longer than reading a page of them. The total of a long list may
 * therefore be some moments old; any total is used again while nothing at all was written.
 * @param stamp as it was before `count` reads; left out where writes are not told
 * @param exactBelow smaller totals are counted anew after every write
 */
export async function countedLately(
  key: string,
  count: () => Promise<number>,
  stamp?: string,
  exactBelow = longList
): Promise<number> {
  const lately = totals()
  const begin = performance.now()
  const known = lately.get(key)
  if (known && holds(known, stamp, begin)) return known.total
  lately.delete(key)
  const total = await count()
  if (total < exactBelow && stamp === undefined) return total
  const end = performance.now()
  const until = total < exactBelow ? 0 : end + Math.min(longestMs, (end - begin) * timesItsCost)
  lately.set(key, { total, until, stamp, checked: end + longestMs })
  if (lately.size > mostRemembered) lately.delete(lately.keys().next().value!)
  return total
}

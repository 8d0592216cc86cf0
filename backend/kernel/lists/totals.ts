import { perApplication } from '../ground/application.js'

/** Shorter lists are counted again after every write, so their totals are exact. */
export const longList = 10_000
/** A total is reused for this many times the counting time, so counting costs at most 5 %. */
const timesItsCost = 20
const longestMs = 5_000
const mostRemembered = 1_000

interface Counted {
  total: number
  /** Long lists only: reusable until then, whatever was written. */
  until: number
  /** Reusable while nothing was written since (`writeStamp`), and until `checked`. */
  stamp: string | undefined
  checked: number
}

const totals = perApplication(() => new Map<string, Counted>())

const holds = (known: Counted, stamp: string | undefined, time: number) =>
  known.until > time || (stamp !== undefined && stamp === known.stamp && known.checked > time)

/**
 * Counting 100,000 rows takes far longer than reading one page. The total of a long list may therefore be a few
 * seconds old. Any total is reused while nothing was written.
 * @param stamp the write stamp before `count` reads; omit it where writes are not tracked
 * @param exactBelow smaller totals are counted again after every write
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

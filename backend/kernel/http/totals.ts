import { perApplication } from '../ground/application.js'

/** Shorter lists are always counted anew: their totals are exact. */
const longList = 10_000
/** A total is used again for this many times as long as it took to count: counting costs 5 % at most. */
const timesItsCost = 20
const longestMs = 5_000
const mostRemembered = 1_000

interface Counted {
  total: number
  until: number
}

const totals = perApplication(() => new Map<string, Counted>())

/**
 * Counting 100,000 rows takes far longer than reading a page of them. The total of a long list may
 * therefore be some moments old.
 */
export async function countedLately(key: string, count: () => Promise<number>): Promise<number> {
  const lately = totals()
  const begin = performance.now()
  const known = lately.get(key)
  if (known && known.until > begin) return known.total
  lately.delete(key)
  const total = await count()
  if (total < longList) return total
  const end = performance.now()
  lately.set(key, { total, until: end + Math.min(longestMs, (end - begin) * timesItsCost) })
  if (lately.size > mostRemembered) lately.delete(lately.keys().next().value!)
  return total
}

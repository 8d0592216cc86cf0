import { countersOf } from '../counters/index.js'
import type { Place } from './meters.js'

/** Number of an environment's rows in a counter: those with its key, and rows counted without an environment. */
export async function countedIn(counter: string, { environmentId }: Place): Promise<number> {
  const sums = await countersOf([counter])
  const own = sums.filter(({ key }) => key === environmentId || key === '')
  return own.reduce((total, { n }) => total + n, 0)
}

import { countersOf } from '../counters/index.js'
import type { Place } from './meters.js'

/** What a counter has of an environment: of rows that it tells apart by their environment, or of all where it does not. */
export async function countedIn(counter: string, { environmentId }: Place): Promise<number> {
  const sums = await countersOf([counter])
  const own = sums.filter(({ key }) => key === environmentId || key === '')
  return own.reduce((total, { n }) => total + n, 0)
}

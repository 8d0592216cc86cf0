import { personNames } from '@crossdock/backend/users'
import { countersOf } from '@crossdock/kernel/counters'

const shown = 10

/** Returns the people whose files use the most storage of the organization, largest first. */
export async function largestUsers() {
  const sums = await countersOf(['assets.byPerson'])
  // Files of removed people and of programs count for no person.
  const rows = sums
    .filter(({ key, n }) => key !== '' && n > 0)
    .sort((one, other) => other.total - one.total)
    .slice(0, shown)
  const nameOf = await personNames(rows.map(({ key }) => key))
  return {
    people: rows.map(({ key, n, total }) => ({
      userId: key,
      name: nameOf(key),
      files: n,
      bytes: total,
    })),
  }
}

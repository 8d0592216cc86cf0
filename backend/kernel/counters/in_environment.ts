import { currentContext } from '../tenancy/index.js'
import { countersByHour, countersOf, type Sums } from './read.js'

/**
 * Counts and sums of counters that tell environments apart first (`by: 'environment_id'` or `by: ['environment_id', …]`): those
 * of the context's environment, or outside of any of all the tenant's together. The environment is no part of their keys.
 */
export async function countersInEnvironment(
  names: readonly string[],
  since?: string
): Promise<Sums[]> {
  return together(await countersOf(names, since), () => '')
}

/** The same by the hour. */
export async function countersInEnvironmentByHour(
  names: readonly string[],
  since: string
): Promise<(Sums & { hour: string })[]> {
  return together(await countersByHour(names, since), ({ hour }) => hour)
}

/** A tenant has a few environments: a few rows more are read than are told. */
function together<R extends Sums>(rows: readonly R[], apart: (row: R) => string): R[] {
  const { environmentId } = currentContext()
  const sums = new Map<string, R>()
  for (const row of rows) {
    const [of = '', ...rest] = row.key.split('/')
    if (environmentId !== null && of !== environmentId) continue
    const key = rest.join('/')
    const name = [row.counter, apart(row), key].join(' ')
    const { n, valued, total } = sums.get(name) ?? { n: 0, valued: 0, total: 0 }
    sums.set(name, {
      ...{ ...row, key, n: n + row.n },
      ...{ valued: valued + row.valued, total: total + row.total },
    })
  }
  return [...sums.values()]
}

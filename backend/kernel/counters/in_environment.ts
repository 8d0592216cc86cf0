import { currentContext } from '../tenancy/index.js'
import { countersByHour, countersOf, type Sums } from './read.js'

/**
 * Counts and sums of counters whose first key is the environment (`by: 'environment_id'` or `by:
 * ['environment_id', …]`): for the context's environment. If the context has no environment, they cover the
 * whole tenant. The returned keys omit the environment.
 */
export async function countersInEnvironment(
  names: readonly string[],
  since?: string
): Promise<Sums[]> {
  return addUpByKey(await countersOf(names, since), () => '')
}

/** Like `countersInEnvironment`, by hour. */
export async function countersInEnvironmentByHour(
  names: readonly string[],
  since: string
): Promise<(Sums & { hour: string })[]> {
  return addUpByKey(await countersByHour(names, since), ({ hour }) => hour)
}

/** Keeps the rows of the context's environment and adds up rows with the same remaining key. */
function addUpByKey<R extends Sums>(rows: readonly R[], apart: (row: R) => string): R[] {
  const { environmentId } = currentContext()
  const sums = new Map<string, R>()
  for (const row of rows) {
    const [of = '', ...rest] = row.key.split('/')
    if (environmentId !== null && of !== environmentId) continue
    const key = rest.join('/')
    const name = [row.counter, apart(row), key].join(' ')
    const { n, valued, total } = sums.get(name) ?? { n: 0, valued: 0, total: 0 }
    sums.set(name, {
      ...row,
      key,
      n: n + row.n,
      valued: valued + row.valued,
      total: total + row.total,
    })
  }
  return [...sums.values()]
}

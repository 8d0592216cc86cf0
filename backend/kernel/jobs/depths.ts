import { sql } from './sql.js'

/** States of stored jobs; each is counted with its own index. */
const states = {
  waiting: `state = 'waiting'`,
  scheduled: `state = 'scheduled'`,
  running: `state = 'running'`,
  held: `state in ('held_key', 'held_name')`,
  paused: `state = 'paused'`,
  failed: 'failed_at is not null',
}

/** The count of a state stops at this number, because monitoring asks often. */
export const mostCounted = 10_000

/** Number of jobs in each state, up to 10,000 each. As operator. */
export async function jobDepths(): Promise<{ state: string; count: number }[]> {
  const counts = Object.entries(states).map(
    ([state, condition]) =>
      `select '${state}' as state, count(*) as count from (select 1 from jobs where ${condition} limit ${mostCounted}) as some_${state}`
  )
  const rows = await sql<{ state: string; count: number }>(counts.join(' union all '), [])
  return rows.map(({ state, count }) => ({ state, count: Number(count) }))
}

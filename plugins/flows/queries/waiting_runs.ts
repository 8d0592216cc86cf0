import { clock } from '@crossdock/kernel/database'
import { paginate } from '@crossdock/kernel/lists'
import { Execution } from '../models/execution.js'
import { executionList } from './executions.js'

/** Free workers take a run within a second, so a run that waits longer than this is unusual. */
const patienceMs = 60_000

/** Returns the runs that no worker has taken for a minute. */
export async function waitingRuns() {
  const before = new Date(clock.now() - patienceMs).toISOString()
  const { rows, total } = await paginate(Execution.query(), executionList, {
    filter: { status: ['started'], before },
    sort: { field: 'createdAt', direction: 'asc' },
    offset: 0,
    limit: 1,
  })
  return { count: total, oldest: rows[0]?.createdAt ?? null }
}

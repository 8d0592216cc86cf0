import { clock } from '@crossdock/kernel/database'
import { paginate } from '@crossdock/kernel/http'
import { Execution } from '../models/execution.js'
import { executionList } from './executions.js'

/** Runs are taken up within a second where somebody is there to do so. */
const patienceMs = 60_000

/** The runs that nobody has taken up for a minute. */
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

import type { KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import { forgetTested, forgetVersions } from './versions.js'

const { table } = Execution
/** Number of runs whose steps are counted in one query. */
const lookedAtOnce = 10
const ended = ['completed', 'failed', 'cancelled']

interface Row {
  id: string
  flow_id: string
}

/** Selects runs that ended before a time. The start does not matter, because a run may wait for months. */
const older = (before: string) =>
  tenantTable<Row>(table).where('completed_at', '<', before).whereIn('status', ended)

/** The retention of ended runs with their step results. Active runs are kept. */
export const keptRuns: KeptRecords = {
  label: text('Runs'),
  description: text('Ended runs of workflows, with the results of their steps.'),
  belongsTo: 'environment',
  async prune(before, most) {
    const rows = await older(before)
      .orderBy('completed_at')
      .orderBy('id')
      .limit(most)
      .select('id', 'flow_id')
    const some = await fitting(rows, most)
    const ids = some.map(idOf)
    if (ids.length === 0) return 0
    // A user may be retrying one of these runs, so check again that it has ended.
    const gone = Number(await older(before).whereIn('id', ids).delete())
    await forgetVersionsOf(some.map(({ flow_id: flowId }) => flowId))
    return gone
  },
  count: (before, most) => countUpTo(older(before), most),
}

/**
 * Returns the first runs that have about `most` rows together. Rows of steps count too, because they are deleted
 * with their run.
 */
async function fitting(runs: readonly Row[], most: number): Promise<Row[]> {
  let rows = 0
  let end = 0
  while (rows < most && end < runs.length) {
    const some = runs.slice(end, end + lookedAtOnce)
    const [steps] = await tenantTable('flow_step_results')
      .whereIn('run_id', some.map(idOf))
      .count('* as total')
    rows += some.length + Number(steps!.total)
    end += some.length
  }
  return runs.slice(0, end)
}

const idOf = ({ id }: Row): string => id

/**
 * Deletes definitions that no run references any more: all versions of deleted workflows, and tested drafts of
 * other workflows.
 */
async function forgetVersionsOf(flowIds: readonly string[]): Promise<void> {
  const among = [...new Set(flowIds)]
  const present = await Workflow.query().whereIn('id', among).select('id')
  const there = new Set(present.map(({ id }) => id))
  for (const id of among) await (there.has(id) ? forgetTested(id) : forgetVersions(id))
}

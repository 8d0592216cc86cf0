import type { KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/http'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import { forgetTested, forgetVersions } from './versions.js'

const { table } = Execution
/** Of so many runs steps are counted together. */
const lookedAtOnce = 10
const ended = ['completed', 'failed', 'cancelled']

interface Row {
  id: string
  flow_id: string
}

/** By when they ended: one that waits for months is not old when it is done. */
const older = (before: string) =>
  tenantTable<Row>(table).where('completed_at', '<', before).whereIn('status', ended)

/** Runs that have ended, with what their steps did; whatever is under way stays. */
export const keptRuns: KeptRecords = {
  label: text('Runs'),
  description: text('Runs of workflows that have ended, with what their steps did.'),
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
    // Somebody may try one again at this moment.
    const gone = Number(await older(before).whereIn('id', ids).delete())
    await forgetVersionsOf(some.map(({ flow_id: flowId }) => flowId))
    return gone
  },
  count: (before, most) => countUpTo(older(before), most),
}

/** So many of the runs that they and their steps, which go with them, are about as many rows. */
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

/** Definitions that no run points at any more: all of workflows that are gone, and the tested drafts of the others. */
async function forgetVersionsOf(flowIds: readonly string[]): Promise<void> {
  const among = [...new Set(flowIds)]
  const present = await Workflow.query().whereIn('id', among).select('id')
  const there = new Set(present.map(({ id }) => id))
  for (const id of among) await (there.has(id) ? forgetTested(id) : forgetVersions(id))
}

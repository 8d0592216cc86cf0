import { clock } from '@crossdock/kernel/database'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { testTrigger } from '../definition/test_trigger.js'
import { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import { showRuns } from './executions.js'

const dayMs = 24 * 3_600_000
/** Number of failed runs to examine, because one workflow may fail for each of a thousand files. */
const failedRuns = 1_000
const mostWorkflows = 20
const runsCompared = 10

/**
 * Returns active workflows whose last run, or most of whose newest runs, failed within a day. The latest failure
 * comes first.
 */
export async function failingWorkflows() {
  const since = new Date(clock.now() - dayMs).toISOString()
  const suspects = await recentlyFailed(since)
  const workflows = await Workflow.query()
    .whereIn('id', suspects)
    .where('is_active', true)
    .select('id', 'name')
  const found = await Promise.all(workflows.map((workflow) => failureOf(workflow, since)))
  const failing = found.filter((one) => one !== null)
  failing.sort((one, other) => (one.last.createdAt < other.last.createdAt ? 1 : -1))
  const shown = await showRuns(failing.map(({ last }) => last))
  return failing.map(({ workflow, runs, failed, last }) => ({
    id: workflow.id,
    name: workflow.name,
    runs,
    failed,
    runId: last.id,
    executionId: last.executionId,
    failedAt: last.completedAt ?? last.createdAt,
    errorMessage: shown(last).errorMessage,
  }))
}

async function recentlyFailed(since: string): Promise<string[]> {
  const rows = await tenantTable<{ flow_id: string }>('flow_execution_history')
    .where('status', 'failed')
    .whereNot('trigger_type', testTrigger)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(failedRuns)
    .select('flow_id')
  return [...new Set(rows.map(({ flow_id }) => flow_id))].slice(0, mostWorkflows)
}

/** Returns a failing workflow with its last failure; null if the workflow has recovered. */
async function failureOf(workflow: Workflow, since: string) {
  const newest = await Execution.query()
    .where('flow_id', workflow.id)
    .whereNot('trigger_type', testTrigger)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(runsCompared)
  const ended = newest.filter(({ status }) => status === 'completed' || status === 'failed')
  const failed = ended.filter(({ status }) => status === 'failed')
  const last = failed[0]
  if (!last || (ended[0] !== last && failed.length * 2 <= ended.length)) return null
  return { workflow, last, runs: ended.length, failed: failed.length }
}

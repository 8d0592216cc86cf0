import { clock } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/ground'
import { enqueue } from '@crossdock/kernel/jobs'
import { logger } from '@crossdock/kernel/plugin'
import { tenantTable, withContext } from '@crossdock/kernel/tenancy'
import { environments } from '@crossdock/environments/contracts'
import { cancelExecution } from './cancel_and_retry.js'
import { startExecutions } from './start_execution.js'
import { inTurn, startDue, type StartDuePayload } from '../job_refs.js'
import { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import { WorkflowSchedule } from '../models/workflow_schedule.js'
import { pauses } from '../runs/pauses.js'
import { rulesOf, type ScheduleConfig } from '../schedules/config.js'
import { recordSkipped, wakeAt } from '../schedules/keep_schedule.js'
import { planDue, type Plan } from '../schedules/plan.js'

/** Number of runs that are started in one commit, so that other transactions wait only briefly. */
const sliceSize = 100
/** Maximum computing time of a slice, because its transaction locks the rows. */
const longestMs = 100
/** A schedule that cannot be read is checked again after this time. */
const unreadableMs = 60 * 60_000

interface CheckedSchedule {
  workflow: Workflow
  row: WorkflowSchedule
  plan: Plan
}

/** Returns the ids of due workflows, at most one slice. */
export async function dueWorkflows({ at, only }: StartDuePayload): Promise<string[]> {
  if (only) return [only]
  const rows = await isDue(tenantTable<{ workflow_id: string }>(WorkflowSchedule.table), at)
    .orderBy('wake_at')
    .orderBy('workflow_id')
    .limit(sliceSize)
    .select('workflow_id')
  return rows.map(({ workflow_id: id }) => id)
}

/**
 * Selects due rows. The job's time also counts, because the database's clock may be ahead of the clock of this
 * process.
 */
function isDue<Query extends { where(part: (inner: Query) => void): Query }>(
  query: Query,
  at: string
): Query {
  const present = clock.date().toISOString()
  return query.where((inner) => {
    const due = inner as unknown as { where: Where; orWhere: Where }
    due.where('wake_at', '<=', present)
    due.orWhere('wake_at', '=', at)
  })
}
type Where = (column: string, operator: string, value: string) => void

/**
 * Starts the runs of these workflows and stores their next due times, in the caller's transaction. Each scheduled
 * time is handled once, whatever the number of processes.
 */
export async function startSlice(ids: string[], payload: StartDuePayload): Promise<void> {
  if (ids.length === 0) return
  const present = clock.date()
  // Lock in the same order as saving a workflow does: the workflow first, then its schedule.
  const workflows = await Workflow.query().whereIn('id', ids).orderBy('id').forShare()
  const rows = await isDue(WorkflowSchedule.query().whereIn('workflow_id', ids), payload.at)
  const byId = new Map(workflows.map((workflow) => [workflow.id, workflow]))
  const activePrevious = await activePredecessors(rows)
  const checked: CheckedSchedule[] = []
  const wakes = new Set<number>()
  const pause = pauses()
  const until = performance.now() + longestMs
  let isOverTime = false
  for (const row of rows) {
    const workflow = byId.get(row.workflowId)
    if (!workflow?.isActive || !row.nextAt) continue
    await pause()
    // A long missed period takes long to compute. The remaining workflows stay due.
    isOverTime = checked.length > 0 && performance.now() > until
    if (isOverTime) break
    const isActive = await environments.use().isActive(workflow.environmentId)
    const busySince = activePrevious.get(row.lastRunId ?? '') ?? null
    const plan = planOf(workflow, row, { now: present, busySince, isActive })
    checked.push({ workflow, row, plan })
    wakes.add(plan.wakeAt.getTime())
  }
  for (const { workflow, row, plan } of checked) {
    if (plan.cancels && row.lastRunId) await cancel(row.lastRunId, workflow)
    for (const skip of plan.skips)
      await inEnvironmentOf(workflow, () => recordSkipped(workflow, skip))
  }
  await start(checked)
  for (const { row, plan } of checked) {
    await row
      .merge({
        nextAt: plan.nextAt.toISOString(),
        wakeAt: plan.wakeAt.toISOString(),
        heldUntil: plan.heldUntil?.toISOString() ?? null,
      })
      .save()
  }
  for (const wake of wakes) await wakeAt(new Date(wake), present)
  if (!payload.only && (isOverTime || ids.length === sliceSize))
    await enqueue(startDue, payload, inTurn)
}

/** Returns the previous runs that are still active, with their start times. */
async function activePredecessors(rows: WorkflowSchedule[]): Promise<ReadonlyMap<string, Date>> {
  const ids = rows.flatMap(({ lastRunId }) => lastRunId ?? [])
  if (ids.length === 0) return new Map()
  const runs = await Execution.query()
    .whereIn('id', ids)
    .whereIn('status', ['started', 'running'])
    .select('id', 'created_at')
  return new Map(runs.map(({ id, createdAt }) => [id, new Date(createdAt)]))
}

function planOf(
  workflow: Workflow,
  row: WorkflowSchedule,
  present: Parameters<typeof planDue>[2]
): Plan {
  const due = {
    nextAt: new Date(row.nextAt!),
    heldUntil: row.heldUntil === null ? null : new Date(row.heldUntil),
  }
  try {
    return planDue(rulesOf(workflow.triggerConfig as ScheduleConfig), due, present)
  } catch (error) {
    const about = { err: error, workflowId: workflow.id }
    logger.use().error(about, 'a schedule cannot be read and is skipped for an hour')
    return { skips: [], ...due, wakeAt: new Date(present.now.getTime() + unreadableMs) }
  }
}

async function start(checked: readonly CheckedSchedule[]): Promise<void> {
  const due = checked.filter(({ plan }) => plan.start)
  if (due.length === 0) return
  const runs = await startExecutions(
    due.map(({ workflow, row, plan }) => ({
      workflow,
      start: {
        triggerType: workflow.triggerType,
        assetId: null,
        userId: null,
        event: null,
        depth: 0,
        data: { scheduledFor: plan.start!.toISOString(), previousRun: row.lastFor },
      },
    }))
  )
  due.forEach(({ row, plan }, at) =>
    row.merge({ lastRunId: runs[at]!.id, lastFor: plan.start!.toISOString() })
  )
}

/** Cancels the previous run, which may have ended in the meantime. */
async function cancel(runId: string, workflow: Workflow): Promise<void> {
  try {
    await inEnvironmentOf(workflow, () => cancelExecution(runId))
  } catch (error) {
    if (!(error instanceof Problem && [404, 409].includes(error.status))) throw error
  }
}

const inEnvironmentOf = <T>({ environmentId }: Workflow, work: () => Promise<T>) =>
  withContext({ environmentId }, work)

import { clock } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/http'
import { enqueue } from '@crossdock/kernel/jobs'
import { logger } from '@crossdock/kernel/plugin'
import { tenantTable, withContext } from '@crossdock/kernel/tenancy'
import { environments } from '@crossdock/environments/contracts'
import { cancelExecution } from '../actions/end_early.js'
import { startExecutions } from '../actions/start_execution.js'
import { inTurn, startDue, type StartDuePayload } from '../jobs/names.js'
import { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import { WorkflowSchedule } from '../models/workflow_schedule.js'
import { pauses } from '../runs/pauses.js'
import { rulesOf, type ScheduleConfig } from './config.js'
import { tellSkipped, wakeAt } from './keep_schedule.js'
import { planDue, type Plan } from './plan.js'

/** Runs that are started with one commit: others wait for it no longer than a moment. */
const sliceSize = 100
/** What is computed about schedules before the slice ends: its commit holds their rows. */
const longestMs = 100
/** A schedule nobody here can read is looked at again after this. */
const unreadableMs = 60 * 60_000

interface Looked {
  workflow: Workflow
  row: WorkflowSchedule
  plan: Plan
}

/** The ids of workflows whose time has come, at most a slice. */
export async function dueWorkflows({ at, only }: StartDuePayload): Promise<string[]> {
  if (only) return [only]
  const rows = await isDue(tenantTable<{ workflow_id: string }>(WorkflowSchedule.table), at)
    .orderBy('wake_at')
    .orderBy('workflow_id')
    .limit(sliceSize)
    .select('workflow_id')
  return rows.map(({ workflow_id: id }) => id)
}

/** By the database's clock the time of the job has come, whatever this process makes of it. */
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
 * Starts the runs of these workflows and stores when each is due next, in the caller's transaction: each time counts once,
 * however many processes there are.
 */
export async function startSlice(ids: string[], payload: StartDuePayload): Promise<void> {
  if (ids.length === 0) return
  const present = clock.date()
  // In the order in which whoever saves a workflow locks: it first, then its schedule.
  const workflows = await Workflow.query().whereIn('id', ids).orderBy('id').forShare()
  const rows = await isDue(WorkflowSchedule.query().whereIn('workflow_id', ids), payload.at)
  const byId = new Map(workflows.map((workflow) => [workflow.id, workflow]))
  const going = await stillGoing(rows)
  const looked: Looked[] = []
  const wakes = new Set<number>()
  const pause = pauses()
  const until = performance.now() + longestMs
  let isCut = false
  for (const row of rows) {
    const workflow = byId.get(row.workflowId)
    if (!workflow?.isActive || !row.nextAt) continue
    await pause()
    // What was missed for long takes long to compute. The others stay due.
    isCut = looked.length > 0 && performance.now() > until
    if (isCut) break
    const isActive = await environments.use().isActive(workflow.environmentId)
    const busySince = going.get(row.lastRunId ?? '') ?? null
    const plan = planOf(workflow, row, { now: present, busySince, isActive })
    looked.push({ workflow, row, plan })
    wakes.add(plan.wakeAt.getTime())
  }
  for (const { workflow, row, plan } of looked) {
    if (plan.cancels && row.lastRunId) await cancel(row.lastRunId, workflow)
    for (const skip of plan.skips) await inItsPlace(workflow, () => tellSkipped(workflow, skip))
  }
  await start(looked)
  for (const { row, plan } of looked) {
    await row
      .merge({
        nextAt: plan.nextAt.toISOString(),
        wakeAt: plan.wakeAt.toISOString(),
        heldUntil: plan.heldUntil?.toISOString() ?? null,
      })
      .save()
  }
  for (const wake of wakes) await wakeAt(new Date(wake), present)
  if (!payload.only && (isCut || ids.length === sliceSize)) await enqueue(startDue, payload, inTurn)
}

/** Those of the last runs that have not ended, and since when they go on. */
async function stillGoing(rows: WorkflowSchedule[]): Promise<ReadonlyMap<string, Date>> {
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
    logger.use().error(about, 'a schedule is left out for an hour: it cannot be read')
    return { skips: [], ...due, wakeAt: new Date(present.now.getTime() + unreadableMs) }
  }
}

async function start(looked: readonly Looked[]): Promise<void> {
  const due = looked.filter(({ plan }) => plan.start)
  if (due.length === 0) return
  const runs = await startExecutions(
    due.map(({ workflow, row, plan }) => ({
      workflow,
      start: {
        ...{
          triggerType: workflow.triggerType,
          assetId: null,
          userId: null,
          event: null,
          depth: 0,
        },
        data: { scheduledFor: plan.start!.toISOString(), previousRun: row.lastFor },
      },
    }))
  )
  due.forEach(({ row, plan }, at) =>
    row.merge({ lastRunId: runs[at]!.id, lastFor: plan.start!.toISOString() })
  )
}

/** The run before makes room. It may have ended meanwhile. */
async function cancel(runId: string, workflow: Workflow): Promise<void> {
  try {
    await inItsPlace(workflow, () => cancelExecution(runId))
  } catch (error) {
    if (!(error instanceof Problem && [404, 409].includes(error.status))) throw error
  }
}

const inItsPlace = <T>({ environmentId }: Workflow, work: () => Promise<T>) =>
  withContext({ environmentId }, work)

import { clock } from '@crossdock/kernel/database'
import { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import { WorkflowUse } from '../models/workflow_use.js'
import { testTrigger } from '../definition/test_trigger.js'
import { walk } from '../definition/tree.js'
import { grains, intervalStarts, type MonitoringPeriod } from '../rollups/grains.js'
import { percentile } from '../rollups/histogram.js'
import { summed, type RollupFilter } from '../rollups/read.js'
import { showRuns } from './executions.js'
import { waitingRuns } from './waiting_runs.js'

const mostWorkflows = 10
const mostSteps = 10
/** Number of failed runs to examine for causes, because one workflow may fail for each of a thousand files. */
const failedRuns = 1_000

export interface MonitoringQuery {
  period: MonitoringPeriod
  workflowId?: string | null
  systemId?: string | null
}

/** Returns monitoring data of a period, from the rollups. A system limits the runs to workflows that use it. */
export async function monitoring({ period, workflowId, systemId }: MonitoringQuery) {
  const grain = grains[period]
  const points = intervalStarts(grain, clock.now())
  const flowIds = await flowsOf(workflowId ?? null, systemId ?? null)
  const asked: RollupFilter = { grain: grain.name, since: points[0]!, flowIds }
  const runs = await summed('run', ['at', 'flow_id', 'outcome', 'bucket'], asked)
  const steps = await summed('step', ['flow_id', 'step_id', 'system_id', 'outcome', 'bucket'], {
    ...asked,
    systemId: systemId ?? null,
  })
  const count = (rows: readonly Row[], outcome: string) =>
    rows.reduce((sum, row) => sum + (row.outcome === outcome ? row.n : 0), 0)
  const byPoint = Map.groupBy(runs, ({ at }) => at)
  const figures = (rows: readonly Row[]) => ({
    completed: count(rows, 'completed'),
    failed: count(rows, 'failed'),
    cancelled: count(rows, 'cancelled'),
    ...latency(rows.filter(({ outcome }) => outcome === 'completed')),
  })
  return {
    period,
    pointMs: grain.ms,
    ...figures(runs),
    points: points.map((at) => ({ at: `${at}:00.000Z`, ...figures(byPoint.get(at) ?? []) })),
    failures: await failures(
      Map.groupBy(runs, (row) => row.flow_id),
      points[0]!
    ),
    systems: bySystem(steps),
    queue: await queue(asked, points),
    steps: await slowest(steps),
  }
}

interface Row {
  outcome: string
  bucket: number
  n: number
  total: number
}

async function flowsOf(workflowId: string | null, systemId: string | null) {
  if (!systemId) return workflowId ? [workflowId] : null
  const uses = await WorkflowUse.query().where('used_id', systemId.toLowerCase())
  const ids = uses.map((use) => use.workflowId)
  return workflowId ? ids.filter((id) => id === workflowId) : ids
}

function latency(rows: readonly Row[]) {
  const counts = new Map<number, number>()
  for (const { bucket, n } of rows) counts.set(bucket, (counts.get(bucket) ?? 0) + n)
  const at = (part: number) => percentile(counts, part)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Returns workflows by number of failures, each with its last failed run. */
async function failures(byFlow: ReadonlyMap<string, readonly Row[]>, since: string) {
  const all = [...byFlow].map(([id, rows]) => ({
    id,
    runs: rows.reduce((sum, { n }) => sum + n, 0),
    failed: rows.reduce((sum, { n, outcome }) => sum + (outcome === 'failed' ? n : 0), 0),
  }))
  const failing = all.filter(({ failed }) => failed > 0).sort((a, b) => b.failed - a.failed)
  const listed = failing.slice(0, mostWorkflows)
  const last = await lastFailed(
    listed.map(({ id }) => id),
    since
  )
  const shown = await showRuns([...last.values()])
  const names = await namesOf(listed.map(({ id }) => id))
  return {
    workflows: listed.map(({ id, ...counts }) => {
      const run = last.get(id)
      const known = run && shown(run)
      return {
        workflowId: id,
        ...counts,
        workflowName: names.get(id) ?? known?.flowName ?? null,
        executionId: run?.executionId ?? null,
        errorMessage: known?.errorMessage ?? null,
        canRetry: known?.canRetry ?? false,
      }
    }),
    others: failing.slice(mostWorkflows).reduce((sum, { failed }) => sum + failed, 0),
    unfailing: all.length - failing.length,
  }
}

async function lastFailed(ids: readonly string[], since: string): Promise<Map<string, Execution>> {
  if (ids.length === 0) return new Map()
  const rows = await Execution.query()
    .where('status', 'failed')
    .whereNot('trigger_type', testTrigger)
    .where('created_at', '>=', `${since}:00.000Z`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(failedRuns)
    .select('id', 'flow_id')
  const newest = new Map<string, string>()
  for (const { id, flowId } of rows) {
    if (ids.includes(flowId) && !newest.has(flowId)) newest.set(flowId, id)
  }
  const runs = await Execution.query().whereIn('id', [...newest.values()])
  return new Map(runs.map((run) => [run.flowId, run]))
}

async function namesOf(ids: readonly string[]): Promise<Map<string, string>> {
  const found = await Workflow.query()
    .whereIn('id', [...ids])
    .select('id', 'name')
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Returns systems whose calls caused steps to fail. */
function bySystem(steps: readonly (Row & { system_id: string })[]) {
  const named = steps.filter((row) => row.system_id !== '')
  return [...Map.groupBy(named, (row) => row.system_id)]
    .map(([systemId, rows]) => ({
      systemId,
      tries: rows.reduce((sum, { n }) => sum + n, 0),
      failed: rows.reduce((sum, { n, outcome }) => sum + (outcome === 'failed' ? n : 0), 0),
    }))
    .filter(({ failed }) => failed > 0)
    .sort((a, b) => b.failed - a.failed)
    .slice(0, mostWorkflows)
}

/** Returns the number of waiting runs: the maximum in each interval, and the present number. */
async function queue({ grain, since }: RollupFilter, points: readonly string[]) {
  const rows = await summed('queue', ['at'], { grain, since, flowIds: null })
  const most = new Map(rows.map(({ at, n }) => [at, n]))
  const waiting = await waitingRuns()
  return {
    ...waiting,
    points: points.map((at) => ({ at: `${at}:00.000Z`, waiting: most.get(at) ?? 0 })),
  }
}

type StepRow = Row & { flow_id: string; step_id: string; system_id: string }

/** Returns the steps with the largest share of the total execution time. */
async function slowest(rows: readonly StepRow[]) {
  const all = rows.reduce((sum, { total }) => sum + total, 0)
  const steps = [...Map.groupBy(rows, (row) => JSON.stringify([row.flow_id, row.step_id]))]
    .map(([, own]) => ({ own, total: own.reduce((sum, { total }) => sum + total, 0) }))
    .sort((a, b) => b.total - a.total)
    .slice(0, mostSteps)
  const ids = new Set(steps.map(({ own }) => own[0]!.flow_id))
  const found = ids.size > 0 ? await Workflow.query().whereIn('id', [...ids]) : []
  const workflows = new Map(found.map((workflow) => [workflow.id, workflow]))
  return steps.map(({ own, total }) => {
    const { flow_id: workflowId, step_id: stepId, system_id: systemId } = own[0]!
    const workflow = workflows.get(workflowId)
    const step = [...walk(workflow?.steps ?? [])].find((one) => one.step.id === stepId)?.step
    const { p50, p95 } = latency(own)
    return {
      workflowId,
      stepId,
      systemId: systemId || null,
      p50,
      p95,
      workflowName: workflow?.name ?? null,
      stepName: step?.name ?? null,
      stepType: step?.type ?? null,
      tries: own.reduce((sum, { n }) => sum + n, 0),
      share: all === 0 ? 0 : Math.round((total / all) * 1000) / 10,
    }
  })
}

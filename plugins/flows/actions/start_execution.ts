import { newId, randomId, transaction } from '@crossdock/kernel/database'
import { conflict, missingPermission, notFound, text } from '@crossdock/kernel/ground'
import { enqueueAll, type EnqueueOptions } from '@crossdock/kernel/jobs'
import { parseJson } from '@crossdock/kernel/json'
import {
  currentContext,
  holds,
  tenantRows,
  type Context,
  type RowValues,
} from '@crossdock/kernel/tenancy'
import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { environments } from '@crossdock/environments/contracts'
import type { FlowStep, TriggerEvent } from '../contracts/index.js'
import { countSteps } from '../definition/tree.js'
import { runFlow } from '../job_refs.js'
import { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import { flowActor } from '../runs/flow_actor.js'
import type { StartableWorkflow } from '../queries/candidate_workflows.js'

interface Start {
  triggerType: string
  assetId: string | null
  userId: string | null
  event: TriggerEvent | null
  depth: number
  data?: unknown
  /** The run that starts the new run. */
  parent?: ParentRun
}

export interface ParentRun {
  /** Id of the new run. */
  childId: string
  id: string
  /** The token with which the parent waits for the new run; null if the parent does not wait. */
  token: string | null
  firstId: string
}

/** One run among several that are recorded together. */
interface NewRun {
  workflow: StartableWorkflow
  start: Start
  /** The cause, if it differs from that of the current context. */
  origin?: Partial<Pick<Context, 'causeId' | 'rootId'>>
}

/** Returns the job option that names the system which a step calls; empty if the step names no system. */
export function callTarget(step: FlowStep | undefined): EnqueueOptions {
  return step?.systemId ? { target: step.systemId } : {}
}

/** A recorded run. */
interface Started {
  id: string
  executionId: string
}

/**
 * Records runs together with their jobs in one transaction (the caller's, if there is one). The steps of each
 * run work in the environment of its flow.
 */
export async function startExecutions(runs: NewRun[]): Promise<Started[]> {
  const started = runs.map(({ start }) => ({
    id: start.parent?.childId ?? newId(),
    executionId: randomId(),
  }))
  await transaction(async () => {
    const jobIds = await enqueueAll(
      runFlow,
      runs.map(({ workflow, start, origin }, at) => ({
        payload: { runId: started[at]!.id },
        origin: {
          ...origin,
          environmentId: workflow.environmentId,
          actor: flowActor(workflow, start.userId),
        },
        ...callTarget(workflow.steps[0]),
      }))
    )
    await executions.insertAll(runs.map((run, at) => rowOf(run, started[at]!, jobIds[at]!)))
  })
  return started
}

const executions = tenantRows(Execution.table)

/** Returns the row of a new run. Omitted columns are null until the run reaches them. */
function rowOf(
  { workflow, start }: NewRun,
  { id, executionId }: Started,
  jobId: string
): RowValues {
  const { assetId, userId, event, data } = start
  const contextData = { assetId, event, userId, ...(data === undefined ? {} : { data }) }
  return {
    id,
    flow_id: workflow.id,
    flow_name: workflow.name,
    execution_id: executionId,
    environment_id: workflow.environmentId,
    trigger_type: start.triggerType,
    trigger_event_id: event?.id ?? null,
    status: 'started',
    version_id: workflow.versionId,
    asset_id: assetId,
    context_data: JSON.stringify(contextData),
    saved_by: workflow.savedBy,
    total_steps: countSteps(workflow.steps),
    completed_steps: 0,
    failed_steps: 0,
    failed_items: 0,
    job_id: jobId,
    depth: start.depth,
    parent_id: start.parent?.id ?? null,
    parent_token: start.parent?.token ?? null,
    first_id: start.parent?.firstId ?? null,
  }
}

/** @throws Problem 409 for a paused flow, and when its environment is inactive or deleted */
export async function assertActive(
  workflow: Pick<Workflow, 'isActive' | 'name' | 'environmentId'>
): Promise<void> {
  const { isActive, name } = workflow
  if (!isActive) {
    throw conflict('E_PAUSED', text('Workflow {name} is paused. Activate it first.', { name }))
  }
  await assertEnvironmentActive(workflow)
}

/** @throws Problem 409 when the environment of the workflow is inactive or deleted */
export async function assertEnvironmentActive({
  name,
  environmentId,
}: Pick<Workflow, 'name' | 'environmentId'>): Promise<void> {
  if (await environments.use().isActive(environmentId)) return
  throw conflict(
    'E_ENVIRONMENT_INACTIVE',
    text('The environment of workflow {name} is not active, so nothing starts there.', { name })
  )
}

/**
 * Starts a flow manually.
 * @param data the `input.data` of its steps
 * @throws Problem 403 for an asset if the caller may read none, 404 for an unknown flow or asset, 409 for a
 * paused flow
 */
export async function executeWorkflow(
  id: string,
  assetId: string | null,
  data?: unknown
): Promise<Execution> {
  const { userId } = currentContext().actor
  const start = { triggerType: 'manual', assetId, userId, event: null, depth: 0, data }
  const started = await startWorkflow(id, start, async () => {
    if (assetId) await assertMayRead(assetId)
  })
  return Execution.findOrFail(started.id)
}

/** Refuses an asset that the caller may not read, because the caller could learn about it from the run. */
async function assertMayRead(assetId: string): Promise<void> {
  if (!holds(assetsRead)) throw missingPermission(assetsRead)
  await assetLibrary.use().find(assetId)
}

/**
 * Starts the present version of a flow. A lock prevents the deletion of the flow and of its version until the
 * run is stored.
 * @param check checks further conditions, after the flow proved to be startable
 * @throws Problem 404 for an unknown flow, 409 for a paused flow and in an inactive environment
 */
export function startWorkflow(
  id: string,
  start: Start,
  check?: () => Promise<void>
): Promise<Started> {
  return transaction(async () => {
    const workflow = await lockForStart(id)
    if (!workflow) throw notFound('There is no workflow with the id "{id}".', id)
    await assertActive(workflow)
    await check?.()
    const [started] = await startExecutions([{ workflow, start }])
    return started!
  })
}

interface LockedRow {
  id: string
  environment_id: string
  name: string
  is_active: boolean | number
  trigger_type: string
  steps: string
  version_id: string | null
  saved_by: string | null
}

const workflows = tenantRows(Workflow.table)
const columns = [
  ...(['id', 'environment_id', 'name', 'is_active', 'trigger_type'] as const),
  ...(['steps', 'version_id', 'saved_by'] as const),
]

/**
 * Reads a workflow and locks it until the transaction ends. It does not use Lucid, because webhooks call it very
 * often.
 */
async function lockForStart(
  id: string
): Promise<(StartableWorkflow & { isActive: boolean }) | null> {
  const [row] = await workflows.find<LockedRow>({ id }, columns, 'share')
  if (!row) return null
  return {
    id,
    name: row.name,
    environmentId: row.environment_id,
    savedBy: row.saved_by,
    triggerType: row.trigger_type,
    versionId: row.version_id,
    isActive: Boolean(row.is_active),
    steps: parseJson(row.steps) as FlowStep[],
  }
}

import { newId, randomId, transaction } from '@crossdock/kernel/database'
import { conflict, missingPermission, notFound, text } from '@crossdock/kernel/http'
import { enqueueAll, type EnqueueOptions } from '@crossdock/kernel/jobs'
import {
  currentContext,
  holds,
  insertAll,
  type Actor,
  type Context,
} from '@crossdock/kernel/tenancy'
import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { environments } from '@crossdock/environments/contracts'
import type { FlowStep, TriggerEvent } from '../contracts/index.js'
import { countSteps } from '../definition/tree.js'
import { runFlow } from '../jobs/names.js'
import { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import type { StartableWorkflow } from '../queries/driven_workflows.js'

interface Start {
  triggerType: string
  assetId: string | null
  userId: string | null
  event: TriggerEvent | null
  depth: number
  data?: unknown
}

/** One of many runs that are recorded together. */
interface NewRun {
  workflow: StartableWorkflow
  start: Start
  /** Why, when that is not the current context's reason. */
  origin?: Partial<Pick<Context, 'causeId' | 'rootId'>>
}

/** What a run does is done by its flow, for the person behind it. */
export function flowActor(flow: { id: string; name: string }, userId: string | null): Actor {
  return { type: 'flow', id: flow.id, userId, label: flow.name }
}

/** With what a job of a run begins: the system its step calls, when the definition names it. */
export function callOf(step: FlowStep | undefined): EnqueueOptions {
  return step?.systemId ? { target: step.systemId } : {}
}

/**
 * Records runs and the jobs that work them, in one transaction (the caller's, when there is one):
 * all are there or none. Each works in the environment of its flow.
 */
export async function startExecutions(runs: NewRun[]): Promise<Execution[]> {
  const executions = runs.map(recordOf)
  await transaction(async () => {
    const jobIds = await enqueueAll(
      runFlow,
      runs.map(({ workflow, start, origin }, at) => ({
        payload: { runId: executions[at]!.id },
        origin: {
          ...{ ...origin, environmentId: workflow.environmentId },
          actor: flowActor(workflow, start.userId),
        },
        ...callOf(workflow.steps[0]),
      }))
    )
    executions.forEach((execution, at) => (execution.jobId = jobIds[at]!))
    await insertAll(executions)
  })
  return executions
}

function recordOf({ workflow, start }: NewRun): Execution {
  const { assetId, userId, event, data } = start
  const execution = new Execution().fill({
    flowId: workflow.id,
    flowName: workflow.name,
    executionId: randomId(),
    environmentId: workflow.environmentId,
    triggerType: start.triggerType,
    triggerEventId: event?.id ?? null,
    status: 'started',
    versionId: workflow.versionId,
    assetId,
    contextData: { assetId, event, userId, ...(data === undefined ? {} : { data }) },
    savedBy: workflow.savedBy,
    currentStepId: null,
    currentStepOrder: null,
    totalSteps: countSteps(workflow.steps),
    completedSteps: 0,
    failedSteps: 0,
    depth: start.depth,
    errorMessage: null,
    startedAt: null,
    completedAt: null,
    duration: null,
  })
  execution.id = newId()
  return execution
}

/** @throws Problem 409 for a paused flow, and for one whose environment is switched off or deleted */
export async function assertActive(workflow: Workflow): Promise<void> {
  const { isActive, name, environmentId } = workflow
  if (!isActive) {
    throw conflict('E_PAUSED', text('Workflow {name} is paused. Activate it first.', { name }))
  }
  if (await environments.use().isActive(environmentId)) return
  throw conflict(
    'E_ENVIRONMENT_INACTIVE',
    text('The environment of workflow {name} is not active, so nothing starts there.', { name })
  )
}

/**
 * Starts a flow by hand.
 * @throws Problem 403 for an asset when the caller may read none, 404 for an unknown flow or asset, 409 for a paused flow
 */
export async function executeWorkflow(id: string, assetId: string | null): Promise<Execution> {
  const { userId } = currentContext().actor
  const start = { triggerType: 'manual', assetId, userId, event: null, depth: 0 }
  return startWorkflow(id, start, async () => {
    if (assetId) await assertMayRead(assetId)
  })
}

/** By its id alone somebody who reads no assets would learn of it from the run. */
async function assertMayRead(assetId: string): Promise<void> {
  if (!holds(assetsRead)) throw missingPermission(assetsRead)
  await assetLibrary.use().find(assetId)
}

/**
 * Starts a flow as it is now; nobody deletes it, and the version its run points at, before it has.
 * @param check what else must hold, once it is known that the flow can be started
 * @throws Problem 404 for an unknown flow, 409 for a paused one and in an environment that is not active
 */
export function startWorkflow(
  id: string,
  start: Start,
  check?: () => Promise<void>
): Promise<Execution> {
  return transaction(async () => {
    const workflow = await Workflow.query().where('id', id).forShare().first()
    if (!workflow) throw notFound('There is no workflow with the id "{id}".', id)
    await assertActive(workflow)
    await check?.()
    const [execution] = await startExecutions([{ workflow, start }])
    return execution!
  })
}

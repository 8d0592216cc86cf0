import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, missingPermission, Problem, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { holds, tenantRows, withContext } from '@crossdock/kernel/tenancy'
import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { flowsWrite, type FlowStep } from '../contracts/index.js'
import { stepName } from '../definition/step_name.js'
import { testTrigger } from '../definition/test_trigger.js'
import { branchesOf, findStep, walk } from '../definition/tree.js'
import { flowReplayed } from '../event_types.js'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { Workflow } from '../models/workflow.js'
import { findExecution } from '../queries/executions.js'
import { stepsOf } from '../queries/versions.js'
import { recordStart } from '../runs/record_progress.js'
import { sealed, unsealed } from '../runs/sealed_result.js'
import { kept } from '../runs/stored_output.js'
import { shownStatus } from '../transformers/execution.js'
import type { replayBody } from '../validators/execution.js'
import { flowActor } from '../runs/flow_actor.js'
import { replayedData } from './replayed_data.js'
import { assertActive, startExecutions } from './start_execution.js'

const ended = ['completed', 'failed', 'cancelled']

/** Number of results whose rows are copied together. */
const copiedAtOnce = 200

/**
 * Starts a new run with the input of a run that has ended. The input can be replaced. The new run has the active
 * version of the workflow, or the definition of the old run. It can start at a later step, with the outputs of the
 * steps before it.
 * @throws Problem 403 for an asset if the caller may read none, and for the test of a draft, 404, 409 if the run has not ended, if its
 * workflow is paused or deleted, or if the run did not reach the step, 422 for an invalid step or invalid data
 */
export function replayRun(id: string, body: Output<typeof replayBody>) {
  const { fromStepId, input } = body
  return transaction(async () => {
    const old = await findExecution(id)
    if (!ended.includes(old.status)) throw notEnded(old)
    const workflow = await Workflow.query().where('id', old.flowId).forShare().first()
    if (!workflow) throw deleted(old)
    await assertActive(workflow)
    const { isActive, ...definition } = await definitionOf(old, workflow, body)
    const { steps } = definition
    const taken = fromStepId ? await resultsBefore(old, { steps, isActive }, fromStepId) : []
    const { event, userId, assetId: former } = old.contextData
    const assetId = await assetOf(input, former)
    const data = await replayedData(old, input?.data)
    const { environmentId, name } = workflow
    // On the active version it is no test any more, so statistics and alerts count it.
    const triggerType = isActive && isTest(old) ? 'manual' : old.triggerType
    const [started] = await startExecutions([
      {
        workflow: { id: workflow.id, environmentId, name, triggerType, ...definition },
        start: { triggerType, assetId, userId, event, depth: old.depth, data },
      },
    ])
    const { id: replayId } = started!
    await tenantRows(Execution.table).update(
      { id: replayId },
      { replay_of: old.id, replayed_from: fromStepId ?? null, status: 'started' }
    )
    const run = await Execution.findOrFail(replayId)
    await copyResults(run, workflow, taken)
    await recordEvent(flowReplayed, about(run, fromStepId))
    return findExecution(replayId)
  })
}

const isTest = ({ triggerType }: Execution) => triggerType === testTrigger

/**
 * Returns the definition of the new run, and the person for whom its steps act.
 * @throws Problem 403 for a draft that the caller could not test
 */
async function definitionOf(
  old: Execution,
  workflow: Workflow,
  { version, fromStepId }: Output<typeof replayBody>
) {
  const isSame = fromStepId || isTest(old)
  if ((version ?? (isSame ? 'same' : 'active')) === 'same') {
    if (isTest(old) && !holds(flowsWrite)) throw ofDraft(old)
    const { versionId, savedBy } = old
    return { steps: await stepsOf(old), versionId, savedBy, isActive: false }
  }
  const { steps, versionId, savedBy } = workflow
  return { steps, versionId, savedBy, isActive: true }
}

/**
 * Returns the asset of the new run. Only people who may read files may name an asset, because the run would
 * reveal its data.
 */
async function assetOf(
  input: Output<typeof replayBody>['input'],
  former: string | null
): Promise<string | null> {
  const assetId = input?.assetId
  if (assetId === undefined) return former
  if (!assetId) return null
  if (!holds(assetsRead)) throw missingPermission(assetsRead)
  await assetLibrary.use().find(assetId)
  return assetId
}

/** Copies results to a new run. The new run counts as started, so it continues at its first open step. */
async function copyResults(run: Execution, workflow: Workflow, taken: readonly StepResult[]) {
  if (taken.length === 0) return
  const actor = flowActor(workflow, run.contextData.userId)
  const { environmentId } = run
  await withContext({ actor, environmentId }, () => recordStart(run))
  for (let at = 0; at < taken.length; at += copiedAtOnce) {
    const some = taken.slice(at, at + copiedAtOnce)
    await tenantRows(StepResult.table).insertAll(some.map((result) => copyOf(result, run.id)))
  }
}

/** Copies a result. Its sealed part can be opened only for its run, so it is sealed again. */
function copyOf(result: StepResult, runId: string) {
  const at = { run_id: runId, path: result.path }
  const real = unsealed(result)
  const entry = {
    name: '',
    items: real?.items ?? null,
    shownItems: result.items,
    parallel: 1,
    onItemError: result.onItemError,
  }
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return {
    ...at,
    step_id: result.stepId,
    step_order: result.stepOrder,
    type: result.type,
    status: result.status,
    attempts: result.attempts,
    failures: 0,
    tries: JSON.stringify(result.tries),
    output: json(result.output),
    sealed: real ? sealed(at, { output: kept(real.output, result.output), entry }) : null,
    started_at: result.startedAt,
    completed_at: result.completedAt,
    branch: result.branch,
    items: json(result.items),
    parallel: result.parallel,
    on_item_error: result.onItemError,
    failure: json(result.failure),
  }
}

/**
 * Returns the results of the steps before a step, in each list that contains the step. Steps whose branches contain
 * the step count as entered. A result counts only if its step still has the same type.
 * @throws Problem 409 if the run did not reach the step, or did not do all steps before it, 422 for an unknown step
 * and for a step that runs once for each item
 */
async function resultsBefore(
  run: Execution,
  { steps, isActive }: { steps: readonly FlowStep[]; isActive: boolean },
  stepId: string
): Promise<StepResult[]> {
  const step = findStep(steps, stepId)
  if (!step) {
    const sentence = isActive
      ? text('The active version has no step with the id "{id}".', { id: stepId })
      : text('The run has no step with the id "{id}".', { id: stepId })
    throw invalid('fromStepId', sentence)
  }
  const order = [...walk(steps)].map(({ step: one }) => one)
  // Use the numbers that the builder shows.
  const numbered = (one: FlowStep) => ({ ...one, order: order.indexOf(one) + 1 })
  const results = await StepResult.query().where('run_id', run.id).orderBy('id')
  const byPath = new Map(results.map((result) => [result.path, result]))
  const refused = isActive ? notDoneBefore : notReached
  const doneAs = ({ type }: FlowStep, path: string) => {
    const result = byPath.get(path)
    return result?.type === type ? result : undefined
  }
  const whole: string[] = []
  const entered = new Set<string>()
  let [list, prefix] = [steps, '']
  for (;;) {
    const at = list.findIndex((one) => one === step || holdsStep(one, step))
    for (const one of list.slice(0, at)) {
      const before = `${prefix}${one.id}`
      if (doneAs(one, before)?.status !== 'completed') throw refused(numbered(step))
      whole.push(before)
    }
    const next = list[at]!
    if (next === step) break
    const path = `${prefix}${next.id}`
    const into = doneAs(next, path)
    const way = branchesOf(next).find(([, inner]) => isIn(inner, step))!
    if (into?.items) throw forEachItem(numbered(step), numbered(next))
    if (into?.branch !== way[0]) throw refused(numbered(step))
    entered.add(path)
    prefix = `${path}.${way[0]}.`
    list = way[1]
  }
  const isTaken = ({ path }: StepResult) =>
    whole.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`))
  return results.flatMap((result) => {
    if (entered.has(result.path)) {
      return [result.merge({ status: 'running', completedAt: null, nextTryAt: null })]
    }
    return isTaken(result) ? [result] : []
  })
}

const isIn = (list: readonly FlowStep[], step: FlowStep): boolean =>
  list.some((one) => one === step || holdsStep(one, step))

const holdsStep = (one: FlowStep, step: FlowStep): boolean =>
  branchesOf(one).some(([, inner]) => isIn(inner, step))

const notReached = (step: FlowStep) =>
  conflict(
    'E_STATE',
    text('The run did not reach step {step}. Replay it from an earlier step.', {
      step: stepName(step),
    })
  )

const notDoneBefore = (step: FlowStep) =>
  conflict(
    'E_STATE',
    text(
      'The active version has steps before step {step} that the run did not do. Replay it from the beginning.',
      { step: stepName(step) }
    )
  )

const forEachItem = (step: FlowStep, around: FlowStep) =>
  invalid(
    'fromStepId',
    text('Step {step} runs for each item of step {around}. Replay the run from that one.', {
      step: stepName(step),
      around: stepName(around),
    })
  )

const notEnded = ({ flowName, status }: Execution) =>
  conflict(
    'E_STATE',
    text('This run of {workflow} is {status}; only one that has ended can be replayed.', {
      workflow: flowName,
      status: shownStatus(status),
    })
  )

const ofDraft = ({ flowName: workflow }: Execution) =>
  new Problem(
    403,
    'E_FORBIDDEN',
    text(
      'This run of {workflow} tested a draft. Only people who may change workflows can replay it, one run at a time.',
      { workflow }
    )
  )

const deleted = ({ flowName: workflow }: Execution) =>
  conflict(
    'E_STATE',
    text('Workflow {workflow} was deleted, so its runs cannot be replayed.', { workflow })
  )

const about = (run: Execution, fromStepId: string | null | undefined) => {
  const { id, executionId, flowId, flowName, triggerType, replayOf } = run
  return {
    target: { type: 'flow_execution', id },
    source: { type: 'workflow', id: flowId },
    payload: {
      executionId,
      flowId,
      flowName,
      triggerType,
      replayOf: replayOf!,
      fromStepId: fromStepId ?? null,
    },
  }
}

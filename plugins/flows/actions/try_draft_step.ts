import { clock, newId, now, randomId, transaction } from '@crossdock/kernel/database'
import { conflict, invalid, notFound, Problem, refusedFields, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { insertAll, withContext } from '@crossdock/kernel/tenancy'
import type { FlowStep, StepFailed, StepInput, StepPlan } from '../contracts/index.js'
import { sealDefinition } from '../definition/sealed.js'
import { settingsOf } from '../definition/step_settings.js'
import { walk } from '../definition/tree.js'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import type { Workflow } from '../models/workflow.js'
import type { WorkflowDraft } from '../models/workflow_draft.js'
import type { Entry } from '../runs/step_state.js'
import { afterwards } from '../runs/outcome.js'
import { sealed, unsealed } from '../runs/sealed_result.js'
import { kept, storedFailure, type Kept } from '../runs/stored_output.js'
import { prepareStep, toFailure, tryStep, type PreparedTry } from '../runs/try_step.js'
import type { tryStepBody } from '../validators/draft.js'
import { inputOf, type SampleInput } from './draft_sample.js'
import { checkedDraft } from '../definition/check_draft.js'
import { draftOwner } from '../queries/own_draft.js'
import { lockWorkflow } from './locked_workflow.js'
import { flowActor } from '../runs/flow_actor.js'
import { assertEnvironmentActive } from './start_execution.js'
import { testTrigger } from '../definition/test_trigger.js'
import { keepSamples, ownDraft } from './test_draft.js'
import { keepTested } from './versions.js'

/** Maximum duration of a try, because a person waits for it at a screen. */
const longestMs = 60_000

/**
 * Runs one step of the caller's draft once on a sample, with the caller's permissions and with all its effects.
 * It reads the newest test outputs of earlier steps, and its result becomes its sample. It is stored and listed
 * as a test run of one step. The steps in its branches do not run.
 * @throws Problem 403, 404, 409 if the step may not run now, 422 if it is incomplete
 */
export async function tryDraftStep(
  id: string,
  stepId: string,
  { item, ...sample }: Output<typeof tryStepBody>,
  signal: AbortSignal
): Promise<Execution> {
  const input = await inputOf(sample)
  const { workflow, step, steps, items } = await transaction(() => readDraft(id, stepId, item ?? 0))
  const run = runOf(workflow, input)
  const plan: StepPlan = {
    execution: { id: run.id, executionId: run.executionId, flowId: id, flowName: run.flowName },
    step,
    path: step.id,
    attempt: 1,
    idempotencyKey: `${run.executionId}:${step.id}`,
    input: { ...input, steps, ...items },
  }
  run.startedAt = now()
  const actor = flowActor(workflow, draftOwner())
  const done = await withContext({ actor }, () => doOnce(plan, signal))
  await transaction(async () => {
    await done.save?.()
    const present = await lockWorkflow(id)
    const tested = { ...present, id, steps: [step], savedBy: draftOwner() }
    const { name, triggerType, triggerConfig } = present
    run.versionId = await keepTested({ ...tested, name, triggerType, triggerConfig })
    await record(run, step, done)
    await keepSamples(await ownDraft(present), { [step.id]: run.id })
  })
  return run
}

/** Reads from the draft what a try of the step needs. */
async function readDraft(id: string, stepId: string, index: number) {
  const workflow = await lockWorkflow(id)
  await assertEnvironmentActive(workflow)
  const draft = await ownDraft(workflow)
  const place = [...walk(draft.steps)].find(({ step }) => step.id === stepId)
  if (!place) throw notFound('Your draft has no step with the id "{id}".', stepId)
  const { branches: _branches, ...alone } = place.step
  const own = { triggerType: 'manual', triggerConfig: {}, steps: [{ ...alone, order: 1 }] }
  const { name, description } = draft
  const definition = { ...own, name, description }
  const checked = await checkedDraft(definition, workflow, { isAlone: true }).catch((error) => {
    throw atPlace(error, place.field)
  })
  const [step] = sealDefinition(id, checked, draft).steps
  const results = await samplesOf(draft)
  return {
    workflow,
    step: withinTime(step!),
    steps: outputsOf(results, index),
    items: itemFor(draft.steps, stepId, results, index),
  }
}

/** Returns the error with fields that name the position of the step in the draft. */
function atPlace(error: unknown, field: string): unknown {
  if (!(error instanceof Problem) || error.errors.length === 0) return error
  const [first, ...others] = error.errors.map((one) => ({
    ...one,
    field: one.field.replace(/^steps\.0/, field),
  }))
  return refusedFields([first!, ...others])
}

const withinTime = (step: FlowStep): FlowStep => ({
  ...step,
  config: { ...step.config, timeoutMs: Math.min(longestMs, settingsOf(step).timeoutMs) },
})

const samplesOf = async ({ samples }: WorkflowDraft): Promise<StepResult[]> => {
  const ids = [...new Set(Object.values(samples))]
  if (ids.length === 0) return []
  const rows = await StepResult.query().whereIn('run_id', ids).where('status', 'completed')
  return rows.filter(({ stepId, runId }) => samples[stepId] === runId)
}

/** Returns outputs by step id; for a step that ran once for each item, the output for the chosen item. */
function outputsOf(results: readonly StepResult[], index: number): Record<string, unknown> {
  const outputs = new Map<string, unknown>()
  for (const row of results) {
    if (outputs.has(row.stepId) && !row.path.includes(`[${index}].`)) continue
    outputs.set(row.stepId, (unsealed(row) ?? row).output)
  }
  return Object.fromEntries(outputs)
}

/** Returns the chosen item if the step runs once for each item. */
function itemFor(
  steps: readonly FlowStep[],
  stepId: string,
  results: readonly StepResult[],
  index: number
): Pick<StepInput, 'item' | 'index'> {
  const above = ancestors(steps, stepId)
  for (const parent of above) {
    const row = results.find((one) => one.stepId === parent.id)
    const items = row && (unsealed(row)?.items ?? row.items)
    if (!items || items.length === 0) continue
    if (index >= items.length) {
      const sentence = text('The sample has {count} items.', { count: items.length })
      throw invalid('item', sentence, 'range')
    }
    return { item: items[index], index }
  }
  return {}
}

/** Returns the steps whose branches contain a step, nearest first. */
function ancestors(steps: readonly FlowStep[], stepId: string): FlowStep[] {
  for (const step of steps) {
    if (step.id === stepId) return []
    for (const inner of Object.values(step.branches ?? {})) {
      const isIn = [...walk(inner)].some((one) => one.step.id === stepId)
      if (isIn) return [...ancestors(inner, stepId), step]
    }
  }
  return []
}

interface Done {
  output: Kept
  entry: Entry | null
  failure: StepFailed | null
  save?: () => Promise<void>
}

async function doOnce(plan: StepPlan, signal: AbortSignal): Promise<Done> {
  const prepared = await prepareStep(plan, draftOwner())
  const { permissions, lenderId } = prepared
  const release = await admitted(prepared, signal)
  try {
    await transaction(async () => prepared.begin?.())
    return await withContext({ permissions, lenderId }, async () => {
      const job = { signal, outside: <T>(work: () => Promise<T>) => work() }
      const result = await tryStep(plan, prepared, job)
      return result.done
        ? finished(plan.step, result.outcome, prepared)
        : failed(result.failure, prepared)
    })
  } finally {
    release?.()
  }
}

async function admitted({ admit }: PreparedTry, signal: AbortSignal) {
  const leave = await admit?.(signal)
  if (!leave) return undefined
  if ('notBefore' in leave) {
    throw conflict('E_NOT_NOW', text('This step may not run now: {why}', { why: leave.why }))
  }
  return leave.release
}

type Outcome = Extract<Awaited<ReturnType<typeof tryStep>>, { done: true }>['outcome']

function finished(step: FlowStep, outcome: Outcome, prepared: PreparedTry): Done {
  try {
    // The branches of the tried step do not run, so its output is the one from before the branch.
    const branch = 'enter' in outcome ? outcome.enter : undefined
    const whole = branch === undefined ? step : { ...step, branches: { [branch]: [step] } }
    const then = afterwards(whole, outcome, prepared.secrets)
    const entry = 'entry' in then ? then.entry : null
    // A test does not wait, so it must not request the answer.
    const save = 'token' in then ? undefined : outcome.save
    return { output: then.output, entry, failure: null, ...(save ? { save } : {}) }
  } catch (error) {
    return failed(toFailure(error), prepared)
  }
}

function failed(given: StepFailed, { secrets }: PreparedTry): Done {
  const failure = storedFailure(given, secrets)
  const { save } = failure
  return { output: kept(failure.output ?? null), entry: null, failure, ...(save ? { save } : {}) }
}

function runOf(workflow: Workflow, input: SampleInput): Execution {
  const { id: flowId, name: flowName, environmentId } = workflow
  const run = new Execution().fill({
    flowId,
    flowName,
    environmentId,
    executionId: randomId(),
    triggerType: testTrigger,
    triggerEventId: input.event?.id ?? null,
    versionId: null,
    assetId: input.assetId,
    contextData: input,
    savedBy: draftOwner(),
    currentStepId: null,
    currentStepOrder: null,
    totalSteps: 1,
    completedSteps: 0,
    failedSteps: 0,
    depth: 0,
    errorMessage: null,
    status: 'running',
    startedAt: null,
    completedAt: null,
    duration: null,
  })
  run.id = newId()
  return run
}

async function record(run: Execution, step: FlowStep, { output, entry, failure }: Done) {
  const status = failure ? 'failed' : 'completed'
  const completedAt = now()
  run.merge({
    status,
    completedAt,
    errorMessage: failure?.message ?? null,
    currentStepId: step.id,
    completedSteps: failure ? 0 : 1,
    failedSteps: failure ? 1 : 0,
    currentStepOrder: 1,
    duration: Math.max(0, clock.now() - Date.parse(run.startedAt!)),
  })
  await insertAll([run])
  const isOpen = output.value === output.shown && entry?.items === entry?.shownItems
  const errorMessage = failure?.message ?? null
  await StepResult.create({
    runId: run.id,
    stepId: step.id,
    path: step.id,
    stepOrder: 1,
    type: step.type,
    status,
    attempts: 1,
    failures: failure ? 1 : 0,
    output: output.shown,
    errorMessage,
    tries: [
      {
        attempt: 1,
        startedAt: run.startedAt!,
        completedAt,
        ...(errorMessage === null ? {} : { errorMessage }),
      },
    ],
    sealed: isOpen ? null : sealed({ run_id: run.id, path: step.id }, { output, entry }),
    startedAt: run.startedAt!,
    completedAt,
    nextTryAt: null,
    waitsFor: null,
    token: null,
    branch: entry?.name ?? null,
    items: entry?.shownItems ?? null,
    parallel: entry?.parallel ?? null,
  })
}

import { environments } from '@crossdock/environments/contracts'
import { presentRights } from '@crossdock/backend/access'
import { text, type Text } from '@crossdock/kernel/ground'
import { stepTypes, type FlowStep } from '../contracts/index.js'
import { stepName } from '../definition/step_name.js'
import { findStep } from '../definition/tree.js'
import type { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import type { retryHindrances } from '../validators/execution.js'

/** The fields of a run that decide whether it can be retried. */
type RetryCandidate = Pick<
  Execution,
  'flowId' | 'flowName' | 'status' | 'savedBy' | 'currentStepId'
>

/** Why a run cannot be retried, with the error code; null if it can. */
export type Refusal = {
  hindrance: (typeof retryHindrances)[number]
  code: string
  sentence: Text
} | null

/**
 * Returns a function that says why one of these runs cannot be retried, so that screens offer only what is possible.
 * Reasons are a deleted or paused workflow, an inactive environment, and a failed step that could not start again.
 * The function returns null for a run that has not failed.
 * @param stepsOf returns the definition with which a run started
 */
export async function retryRefusals<R extends RetryCandidate>(
  runs: readonly R[],
  stepsOf: (run: R) => readonly FlowStep[]
): Promise<(run: R) => Refusal> {
  const failed = runs.filter(({ status }) => status === 'failed')
  const ids = [...new Set(failed.map(({ flowId }) => flowId))]
  const found = ids.length > 0 ? await Workflow.query().whereIn('id', ids) : []
  const workflows = new Map(found.map((workflow) => [workflow.id, workflow]))
  const places = new Set(found.map(({ environmentId }) => environmentId))
  const open = new Set<string>()
  for (const id of places) if (await environments.use().isActive(id)) open.add(id)
  const rights = new Map<string | null, ReadonlySet<string>>()
  for (const savedBy of new Set(failed.map(({ savedBy }) => savedBy))) {
    rights.set(savedBy, (await presentRights.use().of(savedBy)).permissions)
  }
  return (run) => {
    if (run.status !== 'failed') return null
    const workflow = workflows.get(run.flowId)
    if (!workflow) return gone(run)
    if (!workflow.isActive) return paused(workflow)
    if (!open.has(workflow.environmentId)) return switchedOff(workflow)
    return ofStep(findStep(stepsOf(run), run.currentStepId), rights.get(run.savedBy)!)
  }
}

/** Returns why the failed step could not start again. */
function ofStep(step: FlowStep | undefined, rights: ReadonlySet<string>): Refusal {
  if (!step) return null
  const type = stepTypes.get(step.type)
  const name = stepName(step)
  if (!type) {
    const sentence = text('Step {step} is of the type "{type}", which is no longer installed.', {
      step: name,
      type: step.type,
    })
    return { hindrance: 'stepType', code: 'E_NOT_INSTALLED', sentence }
  }
  const missing = type.permissions.map((one) => one.name).filter((one) => !rights.has(one))
  if (missing.length === 0) return null
  const sentence = text(
    'Step {step} needs {permissions}, which the person who saved the workflow no longer has. Save the workflow again and start a new run.',
    { step: name, permissions: missing.join(', ') }
  )
  return { hindrance: 'rights', code: 'E_STATE', sentence }
}

const gone = ({ flowName: workflow }: RetryCandidate): Refusal => ({
  hindrance: 'deleted',
  code: 'E_STATE',
  sentence: text('Workflow {workflow} was deleted, so its runs cannot be retried.', { workflow }),
})

const paused = ({ name }: Workflow): Refusal => ({
  hindrance: 'paused',
  code: 'E_PAUSED',
  sentence: text('Workflow {name} is paused. Activate it first.', { name }),
})

const switchedOff = ({ name }: Workflow): Refusal => ({
  hindrance: 'environment',
  code: 'E_ENVIRONMENT_INACTIVE',
  sentence: text('The environment of workflow {name} is not active, so nothing starts there.', {
    name,
  }),
})

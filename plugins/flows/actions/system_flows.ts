import { Problem, refusedFields } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { transaction } from '@crossdock/kernel/database'
import { maskTrigger } from '../definition/sealed.js'
import type { Workflow } from '../models/workflow.js'
import { findSystemFlow, systemTrigger } from '../queries/system_flows.js'
import type { createSystemFlowBody, updateSystemFlowBody } from '../validators/system_flow.js'
import { createWorkflow, deleteWorkflow, updateWorkflow } from './workflows.js'

/**
 * Creates a workflow that starts on an event of a system.
 * @throws Problem 403 if a step needs permissions that the caller lacks, 422 that names every invalid field
 */
export function createSystemFlow(given: Output<typeof createSystemFlowBody>): Promise<Workflow> {
  const { name, description, flowSteps, isActive } = given
  return inWordsOfFlows(() =>
    createWorkflow({
      name,
      triggerType: systemTrigger,
      triggerConfig: { validationRules: [], ...triggerOf(given) },
      ...some('description', description),
      ...some('steps', flowSteps),
      ...some('isActive', isActive),
    })
  )
}

/**
 * Changes only the given fields.
 * @throws Problem 403, 404, 409 for another version, 422
 */
export function updateSystemFlow(
  id: string,
  given: Output<typeof updateSystemFlowBody>
): Promise<Workflow> {
  const { name, description, flowSteps, isActive, baseVersion } = given
  return inWordsOfFlows(() =>
    transaction(async () => {
      const flow = await findSystemFlow(id)
      const trigger = triggerOf(given)
      const changed = Object.keys(trigger).length > 0
      return updateWorkflow(id, {
        ...some('name', name),
        ...some('description', description),
        ...some('steps', flowSteps),
        ...some('isActive', isActive),
        ...some('baseVersion', baseVersion),
        ...(changed ? { triggerConfig: { ...maskTrigger(flow.triggerConfig), ...trigger } } : {}),
      })
    })
  )
}

/**
 * Deletes a workflow. Its active runs continue to their end.
 * @throws Problem 404
 */
export async function deleteSystemFlow(id: string): Promise<void> {
  await findSystemFlow(id)
  await deleteWorkflow(id)
}

const some = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in K]?: V }

const triggerOf = ({
  triggerSystemId,
  triggerEventType,
  validationRules,
}: Output<typeof updateSystemFlowBody>) => ({
  ...some('systemId', triggerSystemId),
  ...some('eventType', triggerEventType),
  ...some('validationRules', validationRules),
})

const words: [RegExp, string][] = [
  [/^triggerConfig\.systemId$/, 'triggerSystemId'],
  [/^triggerConfig\.eventType$/, 'triggerEventType'],
  [/^triggerConfig\./, ''],
  [/^steps\b/, 'flowSteps'],
]

/** Reports errors with the field names of system flows. */
async function inWordsOfFlows<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    const [first, ...others] = error.errors.map((one) => ({ ...one, field: renamed(one.field) }))
    throw first ? refusedFields([first, ...others]) : error
  }
}

function renamed(field: string): string {
  const found = words.find(([pattern]) => pattern.test(field))
  return found ? field.replace(found[0], found[1]) : field
}

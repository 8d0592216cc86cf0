import { grants } from '@crossdock/backend/access'
import { Problem, type FieldError } from '@crossdock/kernel/http'
import { stepTypes, triggerTypes, type FlowStep } from '../contracts/index.js'
import type { Definition } from './given.js'
import { stepName } from './step_name.js'
import { checkSettings } from './step_settings.js'

/**
 * Everything about a workflow that can be known when it is saved: what is refused here would fail
 * in the night.
 * @throws Problem 403 when a step does what its saver may not do, 422 naming every wrong field.
 */
export async function checkDefinition({
  triggerType,
  triggerConfig,
  steps,
}: Pick<Definition, 'triggerType' | 'triggerConfig' | 'steps'>): Promise<void> {
  // First of all: what a step says about its configuration is for those who may use it.
  for (const step of steps) await assertMaySave(step)
  const errors = await checkTrigger(triggerType, triggerConfig)
  for (const [at, step] of steps.entries()) {
    for (const error of await checkStep(step)) {
      errors.push({ ...error, field: `steps.${at}.${error.field}` })
    }
  }
  const [first] = errors
  if (first) throw new Problem(422, 'E_VALIDATION', first.message, { errors })
}

/** A workflow lends the rights its steps work by to whoever starts it. */
async function assertMaySave(step: FlowStep): Promise<void> {
  const known = stepTypes.get(step.type)
  if (!known) return
  const what = `step ${stepName(step)} needs`
  await grants.use().assertMayGrant({ what, scopes: known.permissions })
}

async function checkTrigger(
  type: string,
  config: Definition['triggerConfig']
): Promise<FieldError[]> {
  const trigger = triggerTypes.get(type)
  if (!trigger) return [unknown('triggerType', 'trigger', type, triggerTypes.entries())]
  const errors = await trigger.validate(config)
  return errors.map((error) => ({ ...error, field: `triggerConfig.${error.field}` }))
}

async function checkStep(step: FlowStep): Promise<FieldError[]> {
  const type = stepTypes.get(step.type)
  if (!type) return [unknown('type', 'step type', step.type, stepTypes.entries())]
  return [...checkSettings(step), ...(await type.validate(step))]
}

function unknown(
  field: string,
  what: string,
  word: string,
  known: [string, unknown][]
): FieldError {
  const choices = known.map(([name]) => name).join(', ')
  const message = `The ${what} "${word}" is not available in this installation. Use one of: ${choices}.`
  return { field, rule: 'unknown', message }
}

import { grants } from '@crossdock/backend/access'
import { refusedFields, text, type FieldError, type Text } from '@crossdock/kernel/http'
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
  const [first, ...others] = errors
  if (first) throw refusedFields([first, ...others])
}

/** A workflow lends the rights its steps work by to whoever starts it. */
async function assertMaySave(step: FlowStep): Promise<void> {
  const known = stepTypes.get(step.type)
  if (!known) return
  const refusal = (permissions: string) =>
    text(
      'You cannot give more than you have: step {step} needs {permissions}, which you do not hold.',
      { step: stepName(step), permissions }
    )
  await grants.use().assertMayGrant({ refusal, scopes: known.permissions.map(({ name }) => name) })
}

async function checkTrigger(
  type: string,
  config: Definition['triggerConfig']
): Promise<FieldError[]> {
  const trigger = triggerTypes.get(type)
  if (!trigger) return [unknown('triggerType', noTrigger(type, namesIn(triggerTypes.entries())))]
  const errors = await trigger.validate(config)
  return errors.map((error) => ({ ...error, field: `triggerConfig.${error.field}` }))
}

async function checkStep(step: FlowStep): Promise<FieldError[]> {
  const type = stepTypes.get(step.type)
  if (!type) return [unknown('type', noStepType(step.type, namesIn(stepTypes.entries())))]
  return [...checkSettings(step), ...(await type.validate(step))]
}

const unknown = (field: string, sentence: Text): FieldError => ({
  field,
  rule: 'unknown',
  text: sentence,
})

const namesIn = (known: [string, unknown][]) => known.map(([name]) => name).join(', ')

const noTrigger = (trigger: string, choices: string) =>
  text('The trigger "{trigger}" is not available in this installation. Use one of: {choices}.', {
    trigger,
    choices,
  })

const noStepType = (type: string, choices: string) =>
  text('The step type "{type}" is not available in this installation. Use one of: {choices}.', {
    type,
    choices,
  })

import { grants } from '@crossdock/backend/access'
import { refusedFields, text, type FieldError, type Text } from '@crossdock/kernel/http'
import { checkConfig } from '@crossdock/kernel/kinds'
import { stepTypes, triggerTypes, type FlowStep, type TriggerConfig } from '../contracts/index.js'
import type { Definition } from './given.js'
import { stepName } from './step_name.js'
import { checkBranches } from './branches.js'
import { checkStepConfig } from './step_config.js'
import { mapSteps, walk } from './tree.js'

type Checked = Pick<Definition, 'triggerType' | 'triggerConfig' | 'steps'>

/**
 * Everything about a workflow that can be known when it is saved: what is refused here would fail
 * in the night. Returns what may be saved, configs as their schemas give them.
 * @throws Problem 403 when a step does what its saver may not do, 422 naming every wrong field.
 */
export async function checkDefinition({
  triggerType,
  triggerConfig,
  steps,
}: Checked): Promise<Checked> {
  // First of all: what a step says about its configuration is for those who may use it.
  const placed = [...walk(steps)]
  for (const { step } of placed) await assertMaySave(step)
  const trigger = await checkTrigger(triggerType, triggerConfig)
  const { errors } = trigger
  const configs = new Map<FlowStep, CheckedConfig['config']>()
  const paths = new Set<string>()
  for (const { step: given, path, field } of placed) {
    const step = await checkStep(given)
    configs.set(given, step.config)
    errors.push(
      ...below(field, [...step.errors, ...checkBranches({ ...given, config: step.config })])
    )
    // Dots are letters of ids, too.
    if (paths.has(path)) errors.push({ field: `${field}.id`, rule: 'unique', text: sameName(path) })
    paths.add(path)
  }
  const [first, ...others] = errors
  if (first) throw refusedFields([first, ...others])
  const checked = mapSteps(steps, (step) => ({ ...step, config: configs.get(step)! }))
  return { triggerType, triggerConfig: trigger.config, steps: checked }
}

const below = (path: string, errors: FieldError[]) =>
  errors.map((error) => ({ ...error, field: `${path}.${error.field}` }))

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

interface CheckedConfig {
  config: Record<string, unknown>
  errors: FieldError[]
}

async function checkTrigger(type: string, given: TriggerConfig): Promise<CheckedConfig> {
  const trigger = triggerTypes.get(type)
  if (!trigger) {
    const sentence = noTrigger(type, namesIn(triggerTypes.entries()))
    return { config: given, errors: [unknown('triggerType', sentence)] }
  }
  const { config, errors } = await checkConfig(trigger, given, 'triggerConfig')
  if (errors) return { config: given, errors }
  const wrong = (await trigger.check?.(config)) ?? []
  return { config, errors: below('triggerConfig', wrong) }
}

async function checkStep(step: FlowStep): Promise<CheckedConfig> {
  const type = stepTypes.get(step.type)
  if (!type) {
    const sentence = noStepType(step.type, namesIn(stepTypes.entries()))
    return { config: step.config, errors: [unknown('type', sentence)] }
  }
  const { config, errors } = await checkStepConfig(type, step.config)
  // What else may be wrong with it is asked about a config that fits.
  if (errors.length > 0) return { config, errors }
  return { config, errors: (await type.check?.({ ...step, config })) ?? [] }
}

const sameName = (path: string) =>
  text('Another step goes by the name "{path}", too. Give this one another id.', { path })

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

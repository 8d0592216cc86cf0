import { grants } from '@crossdock/backend/access'
import { refusedFields, text, type FieldError } from '@crossdock/kernel/ground'
import { sameJson } from '@crossdock/kernel/json'
import { checkConfig } from '@crossdock/kernel/kinds'
import { stepTypes, triggerTypes, type FlowStep, type TriggerConfig } from '../contracts/index.js'
import type { Definition } from './given.js'
import { movedSecrets, movedSecretsOf } from './moved.js'
import { noStepType, noTrigger } from './not_installed.js'
import { stepName } from './step_name.js'
import { checkBranches } from './branches.js'
import { checkReads } from './check_reads.js'
import { checkStepConfig } from './step_config.js'
import { withoutDerived } from './derived.js'
import { mapSteps, walk } from './tree.js'

type Checked = Pick<Definition, 'triggerType' | 'triggerConfig' | 'steps'>

/**
 * Checks a workflow as far as possible when it is saved, because a later error would appear only in a run.
 * Unchanged steps of types that are not installed may stay. Returns the definition to save, with configs as
 * their schemas output them.
 * @param stored the previous definition, secrets masked, and its id
 * @param options `isAlone`: whether a single step is checked, which may still read the outputs of earlier steps
 * @throws Problem 403 if a step needs permissions that its saver lacks, 422 that names every invalid field
 */
export async function checkDefinition(
  { triggerType, triggerConfig, steps }: Checked,
  stored?: Checked & { id?: string },
  { isAlone = false } = {}
): Promise<Checked> {
  // Check this first, because only people who may use a step may see errors about its configuration.
  const placed = [...walk(steps)]
  for (const { step } of placed) await assertMaySave(step)
  const trigger = await checkTrigger(triggerType, triggerConfig, stored)
  const before = new Map([...walk(stored?.steps ?? [])].map(({ step }) => [step.id, step]))
  const { errors } = trigger
  const configs = new Map<FlowStep, CheckedConfig['config']>()
  const paths = new Set<string>()
  for (const { step: given, path, field } of placed) {
    const step = await checkStep(given, before.get(given.id))
    configs.set(given, step.config)
    errors.push(
      ...below(field, [...step.errors, ...checkBranches({ ...given, config: step.config })])
    )
    // Ids may contain dots, so two paths can be equal.
    if (paths.has(path)) errors.push({ field: `${field}.id`, rule: 'unique', text: sameName(path) })
    paths.add(path)
  }
  const [first, ...others] = errors
  if (first) throw refusedFields([first, ...others])
  const checked = mapSteps(steps, (step) => ({ ...step, config: configs.get(step)! }))
  const [misread, ...more] = isAlone ? [] : checkReads(checked)
  if (misread) throw refusedFields([misread, ...more])
  return { triggerType, triggerConfig: trigger.config, steps: checked }
}

const below = (path: string, errors: FieldError[]) =>
  errors.map((error) => ({ ...error, field: `${path}.${error.field}` }))

/**
 * Refuses a step whose permissions the caller lacks, because a workflow lends the permissions of its steps to
 * everyone who starts it.
 */
export async function assertMaySave(step: FlowStep): Promise<void> {
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

async function checkTrigger(
  type: string,
  sent: TriggerConfig,
  stored?: Checked & { id?: string }
): Promise<CheckedConfig> {
  const trigger = triggerTypes.get(type)
  if (!trigger) {
    const stays = type === stored?.triggerType && sameJson(sent, stored.triggerConfig)
    return { config: sent, errors: stays ? [] : [noTrigger(type)] }
  }
  const { config: given, errors: changed } = await withoutDerived(trigger, sent, stored?.id)
  const { config, errors } = await checkConfig(trigger, given, 'triggerConfig')
  if (errors) return { config: given, errors }
  const wrong = [
    ...changed,
    ...(type === stored?.triggerType ? movedSecrets(trigger, stored.triggerConfig, config) : []),
    ...((await trigger.check?.(config)) ?? []),
  ]
  return { config, errors: below('triggerConfig', wrong) }
}

async function checkStep(step: FlowStep, stored?: FlowStep): Promise<CheckedConfig> {
  const type = stepTypes.get(step.type)
  if (!type) {
    const stays = stored !== undefined && sameJson(own(step), own(stored))
    return { config: step.config, errors: stays ? [] : [noStepType(step.type)] }
  }
  const { config, errors } = await checkStepConfig(type, step.config)
  // Further checks need a config that fits its schema.
  if (errors.length > 0) return { config, errors }
  const checked = { ...step, config }
  const moved = stored?.type === step.type ? movedSecretsOf(type, stored, checked) : []
  return { config, errors: [...moved, ...((await type.check?.(checked)) ?? [])] }
}

const sameName = (path: string) =>
  text('Another step has the path "{path}" too. Give this one another id.', { path })

/** Returns the content of a step, without its position. */
const own = ({ type, systemId, endpointId, config }: FlowStep) => [
  type,
  systemId,
  endpointId,
  config,
]

import { assetEvents, assetLibrary, assetsRead, type AssetInfo } from '@crossdock/backend/assets'
import { missingPermission, refusedFields, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import type { Reader } from '@crossdock/kernel/http'
import { checkConfig } from '@crossdock/kernel/kinds'
import { holds } from '@crossdock/kernel/tenancy'
import {
  stepTypes,
  triggerTypes,
  type FlowStep,
  type TriggerConfig,
  type TriggerType,
} from '../contracts/index.js'
import { noTrigger } from '../definition/not_installed.js'
import { readSteps } from '../definition/read_steps.js'
import { seenFiles } from '../definition/seen_files.js'
import { checkStepConfig } from '../definition/step_config.js'
import { walk } from '../definition/tree.js'
import { eventsOf } from '../queries/file_events.js'
import { mayReadEventType } from '../definition/waitable_events.js'
import type { previewWorkflowBody } from '../validators/workflow.js'

const previewedFiles = 20
/** Maximum number of warnings, so that a large workflow gets no huge answer. */
const mostWarnings = 50

/**
 * Returns the newest files, with the events that would have started the draft, and warnings about its steps.
 * @throws Problem 403 if the caller may read no files, 422 that names the errors of trigger and steps
 */
export async function previewWorkflow(draft: Output<typeof previewWorkflowBody>, reader: Reader) {
  if (!holds(assetsRead)) throw missingPermission(assetsRead)
  const steps = await readSteps(draft.steps ?? [])
  const files = await assetLibrary.use().newest(previewedFiles)
  const fired = await firedBy(draft.triggerType, draft.triggerConfig ?? {}, files)
  const odd = files.length > 0 ? await warningsOf(steps, files) : []
  return {
    ...fired,
    warnings: odd.map(({ field, text }) => ({ field, message: reader.say(text) })),
  }
}

async function firedBy(type: string, given: TriggerConfig, files: readonly AssetInfo[]) {
  const trigger = triggerTypes.get(type)
  if (!trigger) throw refusedFields([noTrigger(type)])
  const { config, errors } = await checkConfig(trigger, given, 'triggerConfig')
  if (errors) throw refusedFields(errors)
  const types = fileEventsOf(trigger, config)
  if (!trigger.matches || types.length === 0) return { isDriven: false, files: [] }
  const events = await eventsOf(
    files.map(({ id }) => id),
    types
  )
  return {
    isDriven: true,
    files: files.map(({ id, name }) => {
      const own = events.filter(({ targetId }) => targetId === id)
      const fired = own.filter((event) => trigger.matches?.(config, event))
      return { id, name, events: kindsOf(own), firedBy: kindsOf(fired) }
    }),
  }
}

/** Returns the events about files that start the workflow and that the caller may read. */
function fileEventsOf({ on = [], hears }: TriggerType, config: TriggerConfig): string[] {
  if (!hears) return on.map(({ name }) => name)
  const ofFiles = new Set<string>(Object.values(assetEvents).map(({ name }) => name))
  return hears(config).filter((name) => ofFiles.has(name) && mayReadEventType(name))
}

const kindsOf = (events: readonly { eventType: string }[]) => [
  ...new Set(events.map(({ eventType }) => eventType)),
]

/** Returns warnings, except about incomplete steps and about steps that the caller may not use. */
async function warningsOf(steps: FlowStep[], files: readonly AssetInfo[]) {
  const seen = seenFiles(files, steps)
  const warnings: Pick<FieldError, 'field' | 'text'>[] = []
  for (const { step, field } of walk(steps)) {
    const type = stepTypes.get(step.type)
    if (!type?.warn || !type.permissions.every((permission) => holds(permission))) continue
    const { config, errors } = await checkStepConfig(type, step.config)
    if (errors.length > 0) continue
    for (const found of await type.warn({ ...step, config }, seen)) {
      warnings.push({ field: `${field}.${found.field}`, text: found.text })
      if (warnings.length === mostWarnings) return warnings
    }
  }
  return warnings
}

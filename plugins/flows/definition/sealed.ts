import { maskConfig, sealConfig } from '@crossdock/kernel/kinds'
import { stepTypes, triggerTypes, type FlowStep, type TriggerConfig } from '../contracts/index.js'
import type { Definition } from './given.js'
import { slashed } from './file_patterns.js'
import { mapSteps, walk } from './tree.js'

type Stored = Pick<Definition, 'triggerType' | 'triggerConfig' | 'steps'>

/** Returns the sealing context for secrets of a workflow and its runs. */
export const sealedFor = (workflowId: string) => `integration_workflows:${workflowId}`

/**
 * Converts a checked definition into its stored form. A mask keeps the stored value of the same trigger or step,
 * if the type is the same. Parts whose type is not installed are stored unchanged.
 */
export function sealDefinition<D extends Stored>(id: string, definition: D, stored?: Stored): D {
  const { triggerType, triggerConfig, steps } = definition
  const context = sealedFor(id)
  const trigger = triggerTypes.get(triggerType)
  const same = stored?.triggerType === triggerType ? stored.triggerConfig : {}
  const placed = [...walk(stored?.steps ?? [])]
  const before = new Map(placed.map(({ step }) => [`${step.type} ${step.id}`, step]))
  return {
    ...definition,
    triggerConfig: trigger ? sealConfig(trigger, triggerConfig, same, context) : same,
    steps: mapSteps(steps, (step) => {
      const former = before.get(`${step.type} ${step.id}`)
      const type = stepTypes.get(step.type)
      if (!type) return { ...step, config: former?.config ?? {} }
      return { ...step, config: sealConfig(type, step.config, former?.config, context) }
    }),
  }
}

export function maskTrigger(config: TriggerConfig): TriggerConfig {
  const shown = maskConfig(config) as TriggerConfig
  // Earlier versions stored paths without the first slash.
  const { folderPaths } = shown
  return Array.isArray(folderPaths)
    ? { ...shown, folderPaths: folderPaths.map(slashedText) }
    : shown
}

/** Adds the first slash to a path that is a text. A plugin's trigger may use this field name for something else. */
const slashedText = (path: unknown) => (typeof path === 'string' ? slashed(path) : path)

export const maskStep = (step: FlowStep): FlowStep => ({
  ...step,
  config: maskConfig(step.config) as FlowStep['config'],
})

/** Converts a stored definition into the form that the API shows and that clients can send back. */
export function maskDefinition({ triggerType, triggerConfig, steps }: Stored): Stored {
  return {
    triggerType,
    triggerConfig: maskTrigger(triggerConfig),
    steps: mapSteps(steps, maskStep),
  }
}

import { maskConfig, sealConfig } from '@crossdock/kernel/kinds'
import { stepTypes, triggerTypes, type FlowStep, type TriggerConfig } from '../contracts/index.js'
import type { Definition } from './given.js'
import { slashed } from '../triggers/file_patterns.js'
import { mapSteps, walk } from './tree.js'

type Stored = Pick<Definition, 'triggerType' | 'triggerConfig' | 'steps'>

/** What the secrets of a workflow, and of its runs, are sealed for. */
export const sealedFor = (workflowId: string) => `integration_workflows:${workflowId}`

/**
 * A checked definition as it is stored. A mask stands for what is stored of the same trigger or
 * step, while it is of the same type; of a type that is not installed it stays as it is stored.
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

/** A plugin's trigger may have a field of this name that holds something else. */
const slashedText = (path: unknown) => (typeof path === 'string' ? slashed(path) : path)

export const maskStep = (step: FlowStep): FlowStep => ({
  ...step,
  config: maskConfig(step.config) as FlowStep['config'],
})

/** A stored definition as the API shows it, to be given again. */
export function maskDefinition({ triggerType, triggerConfig, steps }: Stored): Stored {
  return {
    triggerType,
    triggerConfig: maskTrigger(triggerConfig),
    steps: mapSteps(steps, maskStep),
  }
}

import { maskConfig, sealConfig } from '@crossdock/kernel/kinds'
import { stepTypes, triggerTypes, type FlowStep, type TriggerConfig } from '../contracts/index.js'
import type { Definition } from './given.js'

type Stored = Pick<Definition, 'triggerType' | 'triggerConfig' | 'steps'>

/** What the secrets of a workflow, and of its runs, are sealed for. */
export const sealedFor = (workflowId: string) => `integration_workflows:${workflowId}`

/**
 * A checked definition as it is stored. A mask stands for what is stored of the same trigger or
 * step, while it is of the same type.
 */
export function sealDefinition<D extends Stored>(id: string, definition: D, stored?: Stored): D {
  const { triggerType, triggerConfig, steps } = definition
  const context = sealedFor(id)
  const trigger = triggerTypes.get(triggerType)!
  const before = stored?.triggerType === triggerType ? stored.triggerConfig : {}
  return {
    ...definition,
    triggerConfig: sealConfig(trigger, triggerConfig, before, context),
    steps: steps.map((step) => {
      const former = stored?.steps.find(
        ({ id: other, type }) => other === step.id && type === step.type
      )
      const config = sealConfig(stepTypes.get(step.type)!, step.config, former?.config, context)
      return { ...step, config }
    }),
  }
}

export const maskTrigger = (config: TriggerConfig) => maskConfig(config) as TriggerConfig

export const maskStep = (step: FlowStep): FlowStep => ({
  ...step,
  config: maskConfig(step.config) as FlowStep['config'],
})

/** A stored definition as the API shows it, to be given again. */
export function maskDefinition({ triggerType, triggerConfig, steps }: Stored): Stored {
  return { triggerType, triggerConfig: maskTrigger(triggerConfig), steps: steps.map(maskStep) }
}

import { sameJson } from '@crossdock/kernel/json'
import { readableConfig } from '@crossdock/kernel/kinds'
import { triggerTypes, type TriggerConfig } from '../contracts/index.js'
import { sealedFor } from '../definition/sealed.js'
import type { Workflow } from '../models/workflow.js'

/** A workflow as far as its trigger is concerned, as it is stored. */
export type Triggered = Pick<Workflow, 'id' | 'name' | 'triggerType' | 'triggerConfig' | 'isActive'>

export const triggeredOf = ({ id, name, triggerType, triggerConfig, isActive }: Triggered) => ({
  ...{ id, name, triggerType, triggerConfig, isActive },
})

/**
 * Tells triggers that a workflow can be set off from now on, or no more, in the transaction that
 * saves it. What is changed is set off anew.
 */
export async function tellTriggers(
  before: Triggered | undefined,
  after: Triggered | undefined
): Promise<void> {
  const was = before?.isActive ? before : undefined
  const is = after?.isActive ? after : undefined
  if (was && is && sameJson(settings(was), settings(is))) return
  if (was) await triggerTypes.get(was.triggerType)?.deactivated?.(opened(was))
  if (is) await triggerTypes.get(is.triggerType)?.activated?.(opened(is))
}

const settings = ({ name, triggerType, triggerConfig }: Triggered) => [
  name,
  triggerType,
  triggerConfig,
]

function opened({ id, name, triggerConfig }: Triggered) {
  const config = readableConfig(triggerConfig, sealedFor(id)) as TriggerConfig
  return { id, name, config }
}

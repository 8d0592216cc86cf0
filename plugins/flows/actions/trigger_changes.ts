import { sameJson } from '@crossdock/kernel/json'
import { readableConfig } from '@crossdock/kernel/kinds'
import { insertMissing, tenantTable } from '@crossdock/kernel/tenancy'
import { triggerTypes, type TriggerConfig } from '../contracts/index.js'
import { sealedFor } from '../definition/sealed.js'
import { HeardEvent } from '../models/heard_event.js'
import type { Workflow } from '../models/workflow.js'

/** The trigger-related fields of a stored workflow. */
export type Triggered = Pick<Workflow, 'id' | 'name' | 'triggerType' | 'triggerConfig' | 'isActive'>

export const triggeredOf = ({ id, name, triggerType, triggerConfig, isActive }: Triggered) => ({
  id,
  name,
  triggerType,
  triggerConfig,
  isActive,
})

/**
 * Notifies triggers that a workflow can be started from now on, or no longer, in the transaction that saves the
 * workflow. A changed trigger is deactivated and activated again.
 */
export async function notifyTriggers(
  before: Triggered | undefined,
  after: Triggered | undefined
): Promise<void> {
  await notifyOwner(before, after)
  const was = before?.isActive ? before : undefined
  const is = after?.isActive ? after : undefined
  if (was && is && sameJson(settings(was), settings(is))) return
  if (was) await triggerTypes.get(was.triggerType)?.deactivated?.(opened(was))
  await keepHeard({ was, is })
  if (is) await triggerTypes.get(is.triggerType)?.activated?.(opened(is))
}

/** Stores which event types start an active workflow. The consumer looks up each event of the log there. */
async function keepHeard({ was, is }: { was?: Triggered; is?: Triggered }): Promise<void> {
  if (was && triggerTypes.get(was.triggerType)?.hears) {
    await tenantTable(HeardEvent.table).where('workflow_id', was.id).delete()
  }
  if (!is) return
  const names = triggerTypes.get(is.triggerType)?.hears?.(opened(is).config) ?? []
  const rows = [...new Set(names)].map((event_type) => ({ workflow_id: is.id, event_type }))
  await insertMissing(HeardEvent.table, rows)
}

/** Notifies trigger types of which a workflow, active or not, has become or stopped being a user. */
async function notifyOwner(before: Triggered | undefined, after: Triggered | undefined) {
  if (!after || (before && sameJson(settings(before), settings(after)))) return
  if (before && before.triggerType !== after.triggerType) {
    await triggerTypes.get(before.triggerType)?.left?.(opened(before))
  }
  await triggerTypes.get(after.triggerType)?.saved?.(opened(after))
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

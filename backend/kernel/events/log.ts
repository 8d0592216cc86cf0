import { currentContext } from '../ground/context.js'
import { afterCommit } from '../database/database.js'
import { insertRow } from '../database/kept_rows.js'
import { newId } from '../database/ids.js'
import { now } from '../database/clock.js'
import { securityLog } from '../http/security_log.js'
import type { EventType } from './event_type.js'
import { tellSeen, toSeen } from './seen.js'
import { wakeConsumers } from './wake.js'

export interface NewEvent<P> {
  /** What the event happened to, e.g. `{ type: 'asset', id }`. */
  target?: { type: string; id: string }
  /** What caused it, when it is not the actor, e.g. `{ type: 'workflow', id }`. */
  source?: { type: string; id: string }
  payload: P
}

/**
 * Appends to the one log, in the transaction of the change the event tells (there must be one).
 * Actor, tenant, environment and cause come from the context. Returns the event's id.
 */
export async function recordEvent<P extends Record<string, unknown>>(
  type: EventType<P>,
  event: NewEvent<P>
): Promise<string> {
  const context = currentContext()
  if (!context.trx) throw new Error(`Event ${type.name} must be recorded inside transaction().`)
  const id = newId()
  const row = {
    id,
    tenant_id: context.tenantId,
    environment_id: context.environmentId,
    event_type: type.name,
    actor_type: context.actor.type,
    actor_id: context.actor.id,
    user_id: context.actor.userId,
    source_type: event.source?.type ?? null,
    source_id: event.source?.id ?? null,
    target_type: event.target?.type ?? null,
    target_id: event.target?.id ?? null,
    payload: JSON.stringify(event.payload),
    cause_id: context.causeId,
    root_id: context.rootId ?? id,
    created_at: now(),
  }
  await insertRow('middleware_events', row)
  afterCommit(() => {
    tellSeen(toSeen(row))
    wakeConsumers(type.name)
    securityLog()?.recorded({ ...event, type: type.name }, context)
  })
  return id
}

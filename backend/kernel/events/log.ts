import { currentContext } from '../ground/context.js'
import { afterCommit } from '../database/database.js'
import { insertRows } from '../database/rows/insert_rows.js'
import { insertRow, type RowValues } from '../database/rows/kept_rows.js'
import { newId } from '../database/rows/ids.js'
import { now } from '../database/rows/clock.js'
import { securityLog } from '../ground/security_log.js'
import type { EventType } from './event_type.js'
import { notifySeen, toSeen } from './seen.js'
import { wakeConsumers } from './wake.js'

export interface NewEvent<P> {
  /** Target of the event, e.g. `{ type: 'asset', id }`. */
  target?: { type: string; id: string }
  /** Cause of the event if it is not the actor, e.g. `{ type: 'workflow', id }`. */
  source?: { type: string; id: string }
  payload: P
}

/** An event with its type, for recording several together. */
export interface TypedEvent<P> extends NewEvent<P> {
  type: EventType<P>
}

/**
 * Appends an event to the log, in the transaction of the change it describes (required). Actor, tenant,
 * environment and cause come from the context. Returns the event's id.
 */
export async function recordEvent<P extends Record<string, unknown>>(
  type: EventType<P>,
  event: NewEvent<P>
): Promise<string> {
  const row = rowOf({ ...event, type })
  await insertRow('middleware_events', row)
  announceAfterCommit([{ ...event, type: type.name }], [row])
  return row.id
}

/** Like `recordEvent`, for many events in few statements; the log keeps their order. */
export async function recordEvents<P extends Record<string, unknown>>(
  events: readonly TypedEvent<P>[]
): Promise<void> {
  const rows = events.map(rowOf)
  await insertRows('middleware_events', rows)
  announceAfterCommit(
    events.map((event) => ({ ...event, type: event.type.name })),
    rows
  )
}

function rowOf<P>({ type, target, source, payload }: TypedEvent<P>) {
  const context = currentContext()
  if (!context.trx) throw new Error(`Event ${type.name} must be recorded inside transaction().`)
  const id = newId()
  return {
    id,
    tenant_id: context.tenantId,
    environment_id: context.environmentId,
    event_type: type.name,
    actor_type: context.actor.type,
    actor_id: context.actor.id,
    user_id: context.actor.userId,
    source_type: source?.type ?? null,
    source_id: source?.id ?? null,
    target_type: target?.type ?? null,
    target_id: target?.id ?? null,
    payload: JSON.stringify(payload),
    cause_id: context.causeId,
    root_id: context.rootId ?? id,
    created_at: now(),
  }
}

type Recorded = Pick<NewEvent<Record<string, unknown>>, 'target' | 'payload'> & { type: string }

function announceAfterCommit(events: readonly Recorded[], rows: readonly RowValues[]): void {
  const context = currentContext()
  afterCommit(() => {
    for (const row of rows) notifySeen(toSeen(row))
    for (const type of new Set(events.map(({ type }) => type))) wakeConsumers(type)
    for (const event of events) securityLog()?.recorded(event, context)
  })
}

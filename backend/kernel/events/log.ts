import { currentContext } from '../ground/context.js'
import { afterCommit } from '../database/database.js'
import { insertRows } from '../database/insert_rows.js'
import { insertRow, type RowValues } from '../database/kept_rows.js'
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

/** An event with its type, where several are recorded at once. */
export interface TypedEvent<P> extends NewEvent<P> {
  type: EventType<P>
}

/**
 * Appends to the one log, in the transaction of the change the event tells (there must be one).
 * Actor, tenant, environment and cause come from the context. Returns the event's id.
 */
export async function recordEvent<P extends Record<string, unknown>>(
  type: EventType<P>,
  event: NewEvent<P>
): Promise<string> {
  const row = rowOf({ ...event, type })
  await insertRow('middleware_events', row)
  tellAfterCommit([{ ...event, type: type.name }], [row])
  return row.id
}

/** As `recordEvent`, many with few statements; the log has them in this order. */
export async function recordEvents<P extends Record<string, unknown>>(
  events: readonly TypedEvent<P>[]
): Promise<void> {
  const rows = events.map(rowOf)
  await insertRows('middleware_events', rows)
  tellAfterCommit(
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

function tellAfterCommit(events: readonly Recorded[], rows: readonly RowValues[]): void {
  const context = currentContext()
  afterCommit(() => {
    for (const row of rows) tellSeen(toSeen(row))
    for (const type of new Set(events.map(({ type }) => type))) wakeConsumers(type)
    for (const event of events) securityLog()?.recorded(event, context)
  })
}

import { currentContext } from '../tenancy/context.js'
import { afterCommit, dialect, unscoped } from '../database/database.js'
import { newId } from '../database/ids.js'
import { now } from '../database/clock.js'
import { wakeConsumers } from './wake.js'

export interface NewEvent {
  type: string
  /** What the event happened to, e.g. `{ type: 'asset', id }`. */
  target?: { type: string; id: string }
  /** What caused it, when it is not the actor, e.g. `{ type: 'workflow', id }`. */
  source?: { type: string; id: string }
  payload?: Record<string, unknown>
}

/**
 * Appends to the one log, in the transaction of the change the event tells (there must be one).
 * Actor, tenant, environment and cause come from the context. Returns the event's id.
 */
export async function recordEvent(event: NewEvent): Promise<string> {
  const context = currentContext()
  if (!context.trx) throw new Error(`Event ${event.type} must be recorded inside transaction().`)
  const id = newId()
  await unscoped()
    .insertQuery()
    .table('middleware_events')
    .insert({
      id,
      tenant_id: context.tenantId,
      environment_id: context.environmentId,
      event_type: event.type,
      actor_type: context.actor.type,
      actor_id: context.actor.id,
      user_id: context.actor.userId,
      source_type: event.source?.type ?? null,
      source_id: event.source?.id ?? null,
      target_type: event.target?.type ?? null,
      target_id: event.target?.id ?? null,
      payload: JSON.stringify(event.payload ?? {}),
      cause_id: context.causeId,
      root_id: context.rootId ?? id,
      created_at: now(),
    })
  afterCommit(wakeConsumers)
  return id
}

export interface Position {
  transaction: number
  seq: number
}

export interface PositionedEvent {
  position: Position
  row: Record<string, unknown>
}

/**
 * The next events after `position`, in log order. On PostgreSQL the order is (transaction, seq) and
 * only transactions older than every running one are read: no later commit can then appear before
 * a position already passed (the snapshot-xmin watermark; postgresql.org, "Transaction ID and
 * Snapshot Information Functions"). SQLite has one writer, so seq alone is commit order.
 */
export async function readLog(
  position: Position,
  limit: number,
  eventTypes?: string[]
): Promise<PositionedEvent[]> {
  const query = unscoped().from('middleware_events').limit(limit)
  if (dialect() === 'postgres') {
    query
      .whereRaw('(transaction, seq) > (?, ?)', [position.transaction, position.seq])
      .whereRaw('transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint')
      .orderBy('transaction')
  } else {
    query.where('seq', '>', position.seq)
  }
  query.orderBy('seq')
  if (eventTypes) query.whereIn('event_type', eventTypes)
  const rows: Record<string, unknown>[] = await query
  return rows.map((row) => ({
    position: { transaction: Number(row.transaction), seq: Number(row.seq) },
    row,
  }))
}

/** Whether committed events wait behind `position` for an open transaction to end (PostgreSQL only). */
export async function isHeldBack(position: Position, eventTypes?: string[]): Promise<boolean> {
  if (dialect() !== 'postgres') return false
  const query = unscoped()
    .from('middleware_events')
    .whereRaw('(transaction, seq) > (?, ?)', [position.transaction, position.seq])
  if (eventTypes) query.whereIn('event_type', eventTypes)
  return (await query.select('seq').first()) !== null
}

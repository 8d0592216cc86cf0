import { currentContext } from '../tenancy/context.js'
import { afterCommit, dialect, unscoped } from '../database/database.js'
import { newId } from '../database/ids.js'
import { now } from '../database/clock.js'
import { securityLog } from '../http/security_log.js'
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
  afterCommit(() => {
    wakeConsumers(event.type)
    securityLog()?.recorded(event.type, event.target, context)
  })
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

/** What lies behind a position. */
export interface LogPage {
  events: PositionedEvent[]
  /** More is committed, but an open transaction may still put something in front of it. */
  held: boolean
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
): Promise<LogPage> {
  const query = unscoped().from('middleware_events').select('*').limit(limit)
  if (dialect() === 'postgres') {
    query
      .select(unscoped().raw(`transaction < ${watermark} as settled`))
      .whereRaw('(transaction, seq) > (?, ?)', [position.transaction, position.seq])
      .orderBy('transaction')
  } else {
    query.where('seq', '>', position.seq)
  }
  query.orderBy('seq')
  if (eventTypes) query.whereIn('event_type', eventTypes)
  const rows: Record<string, unknown>[] = await query
  const settled = rows.filter((row) => row.settled !== false)
  return {
    events: settled.map((row) => ({
      position: { transaction: Number(row.transaction), seq: Number(row.seq) },
      row,
    })),
    held: settled.length < rows.length,
  }
}

const watermark = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint'

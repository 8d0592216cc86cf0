import { parseObject } from '../json/index.js'
import type { Position } from './position.js'

/** A row of the log as its readers see it. */
export interface LoggedEvent {
  seq: number
  id: string
  tenantId: string | null
  environmentId: string | null
  eventType: string
  actorType: string
  actorId: string | null
  userId: string | null
  sourceType: string | null
  sourceId: string | null
  targetType: string | null
  targetId: string | null
  payload: Record<string, unknown>
  causeId: string | null
  rootId: string
  createdAt: string
}

export interface PositionedEvent {
  position: Position
  row: Record<string, unknown>
}

export function positioned(row: Record<string, unknown>): PositionedEvent {
  return { position: { transaction: Number(row.transaction), seq: Number(row.seq) }, row }
}

/** Undefined if this version cannot read it: a newer one may write other payloads. */
export function toEvent({ row, position }: PositionedEvent): LoggedEvent | undefined {
  const payload = parseObject(row.payload as string)
  if (!payload) return undefined
  const text = (name: string) => (row[name] ?? null) as string | null
  return {
    seq: position.seq,
    id: row.id as string,
    tenantId: text('tenant_id'),
    environmentId: text('environment_id'),
    eventType: row.event_type as string,
    actorType: row.actor_type as string,
    actorId: text('actor_id'),
    userId: text('user_id'),
    sourceType: text('source_type'),
    sourceId: text('source_id'),
    targetType: text('target_type'),
    targetId: text('target_id'),
    payload,
    causeId: text('cause_id'),
    rootId: row.root_id as string,
    createdAt: row.created_at as string,
  }
}

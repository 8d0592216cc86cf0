import { ask } from '../database/database.js'
import { asOperator } from '../tenancy/switch.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { consumers } from './consumers.js'
import { positioned } from './logged_event.js'
import { table, type ParkedRow } from './parked_row.js'
import { isBefore } from './position.js'

/**
 * The progress of an event. failed: a consumer has given up until a person retries it. parked: a consumer will retry it.
 * pending: a consumer has not reached it. processed: each consumer of its type has handled it.
 */
export type EventStatus = 'pending' | 'processed' | 'parked' | 'failed'

export interface EventProgress {
  status: EventStatus
  /** The failed attempts of the consumer with the most attempts. */
  retryCount: number
  /** One row for each consumer that parked it, by name. */
  parked: readonly ParkedRow[]
}

type Row = Record<string, unknown>

/**
 * The progress of some events of the current tenant, or of all tenants in operator scope. Runs two statements in total.
 * @param rows of the log
 */
export async function progressOf(rows: readonly Row[]): Promise<(row: Row) => EventProgress> {
  const parkedOf = await parkedBy(rows.map(({ id }) => String(id)))
  const isAwaited = await awaited()
  return (row) => {
    const parked = parkedOf.get(String(row.id)) ?? []
    return {
      status: parked.some(({ state }) => state === 'failed')
        ? 'failed'
        : parked.length > 0
          ? 'parked'
          : isAwaited(row)
            ? 'pending'
            : 'processed',
      retryCount: Math.max(0, ...parked.map(({ tries }) => Number(tries))),
      parked,
    }
  }
}

async function parkedBy(eventIds: readonly string[]): Promise<Map<string, ParkedRow[]>> {
  const found = new Map<string, ParkedRow[]>()
  if (eventIds.length === 0) return found
  const rows = await tenantTable<ParkedRow>(table)
    .whereIn('event_id', [...eventIds])
    .orderBy('consumer')
  for (const row of rows) found.set(row.event_id, [...(found.get(row.event_id) ?? []), row])
  return found
}

/** Returns a check whether a consumer of an event's type has yet to reach the event. */
async function awaited(): Promise<(row: Row) => boolean> {
  const cursors = await asOperator('read the cursors of all consumers', () =>
    ask<Row>('select name, "transaction", seq from event_cursors')
  )
  const places = new Map(cursors.map((row) => [String(row.name), positioned(row).position]))
  const readers = consumers.use().flatMap(({ name, on }) => {
    const at = places.get(name)
    return at ? [{ at, types: on && new Set(on.map((type) => type.name)) }] : []
  })
  return (row) =>
    readers.some(
      ({ at, types }) =>
        isBefore(at, positioned(row).position) && (!types || types.has(String(row.event_type)))
    )
}

import { ask, dialect, unscoped } from '../database/database.js'
import { rawRow } from '../database/rows/insert_rows.js'
import { newId } from '../database/rows/ids.js'
import { Moment, msUntil } from '../database/rows/present.js'
import { now } from '../database/rows/clock.js'
import { enqueue, hasJob, hastenJob, jobRef } from '../jobs/index.js'
import { clock } from '../ground/clock.js'
import { systemActor } from '../ground/context.js'
import { asOperator, inTenant, withContext } from '../tenancy/switch.js'
import type { PositionedEvent } from './logged_event.js'
import { table, type Line, type ParkedRow, type Parking } from './parked_row.js'

/** The job that retries a queue of parked events. Its unique key is the consumer. */
export const retryJob = jobRef<{ consumer: string }>('events.retry_parked')

/** Which of these tenants (null: events without a tenant) have a line; in operator scope. */
export async function tenantsInLine(
  consumer: string,
  tenantIds: (string | null)[]
): Promise<Set<string | null>> {
  const ids = tenantIds.filter((id) => id !== null)
  const found = new Set<string | null>(await waitingTenants(consumer, ids))
  if (tenantIds.includes(null) && (await readHead({ consumer, tenantId: null }))) found.add(null)
  return found
}

async function waitingTenants(consumer: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await ask<{ id: string }>(
    `select id from tenants where id in (${ids.map(() => '?').join()}) and exists (
       select 1 from ${table} where consumer = ? and state = 'waiting' and tenant_id = tenants.id)`,
    [...ids, consumer]
  )
  return rows.map(({ id }) => id)
}

/** A sub-query for the waiting events of a consumer. */
export function waitingOf(consumer: string, narrow: (query: Query) => Query): Query {
  return narrow(unscoped().from(table).where('consumer', consumer).where('state', 'waiting'))
}

type Query = ReturnType<ReturnType<typeof unscoped>['from']>

const ofTenant = (query: Query, tenantId: string | null): Query =>
  tenantId === null ? query.whereNull('tenant_id') : query.where('tenant_id', tenantId)

/** The first event of a line. */
export function readHead({ consumer, tenantId }: Line): Promise<Head | null> {
  return readFirst(waitingOf(consumer, (query) => ofTenant(query, tenantId)))
}

/**
 * Reads and locks the first event of a line until the transaction ends, so that it cannot be tried or dropped
 * elsewhere.
 */
export function lockHead({ consumer, tenantId }: Line): Promise<Head | null> {
  const query = waitingOf(consumer, (narrowed) => ofTenant(narrowed, tenantId))
  if (dialect() === 'postgres') query.forUpdate()
  return readFirst(query)
}

/** The first event of a line, and milliseconds until it is due. */
export type Head = ParkedRow & { due_in_ms: number | string | null }

async function readFirst(query: Query): Promise<Head | null> {
  const due = unscoped().raw(`${msUntil('retry_at')} as due_in_ms`)
  return query.select('*', due).orderBy('transaction').orderBy('seq').first()
}

/** State of an event that only waits for those before it. */
export function waitingBehindOthers(): Parking {
  return { state: 'waiting', tries: 0, last_error: null, tried_at: null, retryInMs: 0 }
}

/** Appends events of one tenant to its line, each with its state. */
export async function park(
  { consumer, tenantId }: Line,
  events: [event: PositionedEvent, parking: Parking][]
): Promise<void> {
  const rows = events.map(([{ position, row }, { retryInMs, ...parking }]) => ({
    id: newId(),
    tenant_id: tenantId,
    consumer,
    event_id: String(row.id),
    event_type: String(row.event_type),
    ...position,
    ...parking,
    retry_at: retryInMs === null ? null : new Moment(retryInMs),
    created_at: now(),
  }))
  // If a cursor was set back, some are parked already.
  const query = unscoped().insertQuery().table(table).knexQuery.insert(rows.map(rawRow))
  await query.onConflict(['consumer', 'event_id']).ignore()
}

/**
 * Makes sure that a job will retry the queue in this many milliseconds. It reads before it inserts, because
 * an insert would wait for a running job's lock.
 */
export async function ensureJob(line: Line, dueInMs = 0): Promise<void> {
  await runAsTenantOf(line, async () => {
    if (await hasJob(retryJob.name, line.consumer)) return
    const runAt = dueInMs > 0 ? new Date(clock.now() + dueInMs) : undefined
    await enqueue(retryJob, { consumer: line.consumer }, { uniqueKey: line.consumer, runAt })
  })
}

/** Like `ensureJob`, but due now. */
export async function retryLineNow(line: Line): Promise<void> {
  await ensureJob(line)
  await runAsTenantOf(line, () => hastenJob(retryJob.name, line.consumer))
}

/** Runs as the line's tenant, with the system actor and without a cause: the cause is in each event. */
function runAsTenantOf<T>({ tenantId }: Line, work: () => Promise<T>): Promise<T> {
  const part = { actor: systemActor, environmentId: null, causeId: null, rootId: null }
  return tenantId === null
    ? asOperator('events of no tenant', () => withContext(part, work))
    : inTenant(tenantId, work, part)
}

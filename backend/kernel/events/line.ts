import { ask, dialect, unscoped } from '../database/database.js'
import { rawRow } from '../database/insert_rows.js'
import { newId } from '../database/ids.js'
import { Moment, msUntil } from '../database/present.js'
import { now } from '../database/clock.js'
import { enqueue, hasJob, hastenJob, jobRef } from '../jobs/index.js'
import { clock } from '../ground/clock.js'
import { systemActor } from '../ground/context.js'
import { asOperator, inTenant, withContext } from '../tenancy/switch.js'
import type { PositionedEvent } from './logged_event.js'
import { table, type Line, type ParkedRow, type Parking } from './parked_row.js'

/** The job that works a line; its unique key is the consumer. */
export const retryJob = jobRef<{ consumer: string }>('events.retry_parked')

/** Which of these tenants (null: the events of none) stand in line; in operator scope. */
export async function tenantsInLine(
  consumer: string,
  tenantIds: (string | null)[]
): Promise<Set<string | null>> {
  const ids = tenantIds.filter((id) => id !== null)
  const found = new Set<string | null>(await waitingTenants(consumer, ids))
  if (tenantIds.includes(null) && (await head({ consumer, tenantId: null }))) found.add(null)
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

/** A sub-query: whether a line of the consumer is not empty. */
export function waitingOf(consumer: string, narrow: (query: Query) => Query): Query {
  return narrow(unscoped().from(table).where('consumer', consumer).where('state', 'waiting'))
}

type Query = ReturnType<ReturnType<typeof unscoped>['from']>

const ofTenant = (query: Query, tenantId: string | null): Query =>
  tenantId === null ? query.whereNull('tenant_id') : query.where('tenant_id', tenantId)

/** The first of a line. */
export function head({ consumer, tenantId }: Line): Promise<Head | null> {
  return first(waitingOf(consumer, (query) => ofTenant(query, tenantId)))
}

/** The first of a line, held until the transaction ends: nobody else tries, hastens or drops it meanwhile. */
export function holdHead({ consumer, tenantId }: Line): Promise<Head | null> {
  const query = waitingOf(consumer, (narrowed) => ofTenant(narrowed, tenantId))
  if (dialect() === 'postgres') query.forUpdate()
  return first(query)
}

/** The first of a line, and in how many milliseconds it is due. */
export type Head = ParkedRow & { due_in_ms: number | string | null }

async function first(query: Query): Promise<Head | null> {
  const due = unscoped().raw(`${msUntil('retry_at')} as due_in_ms`)
  return query.select('*', due).orderBy('transaction').orderBy('seq').first()
}

/** What the row of an event says that has only to wait for those before it. */
export function behind(): Parking {
  return { state: 'waiting', tries: 0, last_error: null, tried_at: null, retryInMs: 0 }
}

/** Puts events of one tenant at the end of its line, each with what its row is to say. */
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
  // Of a consumer whose cursor was set back some may stand there already.
  const query = unscoped().insertQuery().table(table).knexQuery.insert(rows.map(rawRow))
  await query.onConflict(['consumer', 'event_id']).ignore()
}

/**
 * Sees to it that there is a job to work the line, in so many milliseconds. It is looked for before it is added: an
 * insert would wait for whatever the job is at.
 */
export async function ensureJob(line: Line, dueInMs = 0): Promise<void> {
  await inLine(line, async () => {
    if (await hasJob(retryJob.name, line.consumer)) return
    const runAt = dueInMs > 0 ? new Date(clock.now() + dueInMs) : undefined
    await enqueue(retryJob, { consumer: line.consumer }, { uniqueKey: line.consumer, runAt })
  })
}

/** As `ensureJob`, and does not let it wait. */
export async function hastenLine(line: Line): Promise<void> {
  await ensureJob(line)
  await inLine(line, () => hastenJob(retryJob.name, line.consumer))
}

/** As the line's tenant, on nobody's behalf and for no cause: what a job of it is done for stands in its event. */
export function inLine<T>({ tenantId }: Line, work: () => Promise<T>): Promise<T> {
  const part = { actor: systemActor, environmentId: null, causeId: null, rootId: null }
  return tenantId === null
    ? asOperator('events of no tenant', () => withContext(part, work))
    : inTenant(tenantId, work, part)
}

import { transaction } from '@crossdock/kernel/database'
import {
  dropParkedEvent,
  parkedEvents,
  recordEvent,
  retryParkedEvent,
  type ParkedRow,
} from '@crossdock/kernel/events'
import { notFound } from '@crossdock/kernel/ground'
import { asOperator, currentContext, inTenant } from '@crossdock/kernel/tenancy'
import { parkedEventDropped, parkedEventRetried } from '../event_types.js'

/** The most events of one retry. */
const mostRetried = 1_000

/** Schedules a parked event for an immediate retry. @throws Problem 404 */
export const retryParked = (id: string): Promise<ParkedRow> => change(id, () => retry(id))

/**
 * Drops a parked event for its consumer.
 * @param reason goes into the log
 * @throws Problem 404
 */
export async function dropParked(id: string, reason: string | undefined): Promise<void> {
  await change(id, async () => {
    const row = await dropParkedEvent(id)
    const given = reason === undefined ? {} : { reason }
    if (row) {
      const { target, payload } = recordOf(row)
      await recordEvent(parkedEventDropped, { target, payload: { ...payload, ...given } })
    }
    return row
  })
}

/** Narrows the parked events to retry; all that the caller sees by default. */
export interface ParkedFilter {
  consumer?: string | null
  state?: ParkedRow['state'] | null
}

/**
 * Schedules parked events for an immediate retry, the oldest first, at most 1,000. Skips an event that a consumer has handled,
 * or a person has dropped, in the meantime.
 */
export async function retrySeveral(
  filter: ParkedFilter
): Promise<{ retried: number; left: boolean }> {
  const found = await idsOf(filter)
  let retried = 0
  for (const { id, tenant_id: tenantId } of found.slice(0, mostRetried)) {
    if (await inTenantOf(tenantId, () => transaction(() => retry(id)))) retried += 1
  }
  return { retried, left: found.length > mostRetried }
}

function idsOf({ consumer, state }: ParkedFilter): Promise<Pick<ParkedRow, 'id' | 'tenant_id'>[]> {
  const read = async () => {
    const query = parkedEvents()
    if (consumer) query.where('consumer', consumer)
    if (state) query.where('state', state)
    return query
      .orderBy('created_at')
      .orderBy('id')
      .limit(mostRetried + 1)
      .select('id', 'tenant_id')
  }
  return currentContext().tenantId
    ? read()
    : asOperator('a super administrator retries the parked events of every tenant', read)
}

async function retry(id: string): Promise<ParkedRow | undefined> {
  const row = await retryParkedEvent(id)
  if (row) await recordEvent(parkedEventRetried, recordOf(row))
  return row
}

/** The target and payload of the event that records a change of a parked event. */
const recordOf = ({ consumer, event_id: eventId, event_type: type }: ParkedRow) => ({
  target: { type: 'event', id: eventId },
  payload: { consumer, type },
})

function change(id: string, work: () => Promise<ParkedRow | undefined>): Promise<ParkedRow> {
  return runInEventTenant(id, () =>
    transaction(async () => {
      const row = await work()
      if (!row) throw notFound('There is no parked event with the id "{id}".', id)
      return row
    })
  )
}

/** A super administrator without a chosen tenant works in the event's tenant, so that its log records the change. */
async function runInEventTenant<T>(id: string, work: () => Promise<T>): Promise<T> {
  if (currentContext().tenantId) return work()
  const row = await asOperator('a super administrator names a parked event of any tenant', () =>
    parkedEvents().where('id', id).first()
  )
  if (!row) throw notFound('There is no parked event with the id "{id}".', id)
  return inTenantOf(row.tenant_id, work)
}

function inTenantOf<T>(tenantId: string | null, work: () => Promise<T>): Promise<T> {
  if (currentContext().tenantId) return work()
  return tenantId === null
    ? asOperator('a parked event of no tenant', work)
    : inTenant(tenantId, work)
}

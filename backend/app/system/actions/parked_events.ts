import { transaction } from '@crossdock/kernel/database'
import {
  dropParkedEvent,
  parkedEvents,
  recordEvent,
  retryParkedEvent,
  type ParkedRow,
} from '@crossdock/kernel/events'
import { notFound } from '@crossdock/kernel/http'
import { asOperator, currentContext, inTenant } from '@crossdock/kernel/tenancy'
import { parkedEventDropped, parkedEventRetried } from '../event_types.js'

type Change = (id: string) => Promise<ParkedRow | undefined>

/** Lets a parked event be tried at once. @throws Problem 404 */
export const retryParked = (id: string): Promise<ParkedRow> =>
  change(id, parkedEventRetried, retryParkedEvent)

/** Gives a parked event up for its consumer. @throws Problem 404 */
export async function dropParked(id: string): Promise<void> {
  await change(id, parkedEventDropped, dropParkedEvent)
}

function change(id: string, type: typeof parkedEventDropped, work: Change): Promise<ParkedRow> {
  return inItsTenant(id, () =>
    transaction(async () => {
      const row = await work(id)
      if (!row) throw notFound('There is no parked event with the id "{id}".', id)
      const { consumer, event_id: eventId, event_type: parked } = row
      const target = { type: 'event', id: eventId }
      await recordEvent(type, { target, payload: { consumer, type: parked } })
      return row
    })
  )
}

/** A super administrator who has chosen no tenant works in that of the event: it is told there. */
async function inItsTenant<T>(id: string, work: () => Promise<T>): Promise<T> {
  if (currentContext().tenantId) return work()
  const row = await asOperator('a super administrator names a parked event of any tenant', () =>
    parkedEvents().where('id', id).first()
  )
  if (!row) throw notFound('There is no parked event with the id "{id}".', id)
  return row.tenant_id === null
    ? asOperator('a parked event of no tenant', work)
    : inTenant(row.tenant_id, work)
}

import { parkedEvents } from '@crossdock/kernel/events'
import { paginateTable, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { showParkedEvent } from '../transformers/parked_event.js'

export const parkedEventList: ListDefinition = {
  resource: 'parked-events',
  filters: {
    consumer: 'text',
    eventId: 'id',
    eventType: 'text',
    state: ['waiting', 'failed'],
  },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

const read = (list: ListRequest) => paginateTable(parkedEvents(), parkedEventList, list)

/** A page of parked events: the current tenant's, or all for a super administrator outside any tenant. */
export async function listParkedEvents(list: ListRequest) {
  const page = currentContext().tenantId
    ? await read(list)
    : await asOperator('a super administrator sees what is parked in every tenant', () =>
        read(list)
      )
  return page.map(showParkedEvent)
}

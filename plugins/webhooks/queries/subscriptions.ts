import { notFound } from '@crossdock/kernel/ground'
import {
  paginate,
  searchIn,
  type FilterValue,
  type ListDefinition,
  type ListRequest,
  type Row,
} from '@crossdock/kernel/lists'
import { webhookStatuses, type WebhookStatus } from '../contracts/names.js'
import { WebhookSubscription } from '../models/webhook_subscription.js'

export const subscriptionList: ListDefinition = {
  resource: 'webhooks',
  filters: { search: 'text', status: webhookStatuses, isActive: 'boolean' },
  sorts: { name: 'name', createdAt: 'created_at' },
  defaultSort: ['name', 'asc'],
}

/** Selects the subscriptions that are not deleted. */
export const selectPresent = () => WebhookSubscription.query().whereNull('deleted_at')

type Query = ReturnType<typeof selectPresent>

export const listSubscriptions = (request: ListRequest) =>
  paginate(selectPresent(), subscriptionList, request, {
    search: searchIn('name', 'url'),
    status: byStatus,
  })

const conditions: Record<WebhookStatus, (query: Query) => unknown> = {
  active: (query) => query.where('is_active', true).whereNull('failing_since'),
  failing: (query) => query.where('is_active', true).whereNotNull('failing_since'),
  paused: (query) => query.where('is_active', false).whereNull('disabled_reason'),
  disabled: (query) => query.where('is_active', false).whereNotNull('disabled_reason'),
}

function byStatus(query: Query, value: FilterValue): void {
  query.where((some) => {
    for (const status of [value].flat())
      some.orWhere((one) => void conditions[status as WebhookStatus](one as Query))
  })
}

/** Derives the status of a subscription from its columns. */
export function statusOf(row: Pick<Row<WebhookSubscription>, Columns>): WebhookStatus {
  if (!row.isActive) return row.disabledReason ? 'disabled' : 'paused'
  return row.failingSince ? 'failing' : 'active'
}
type Columns = 'isActive' | 'disabledReason' | 'failingSince'

/** @throws Problem 404 */
export async function findSubscription(
  id: string,
  { lock = false }: { lock?: boolean } = {}
): Promise<WebhookSubscription> {
  const query = selectPresent().where('id', id)
  const subscription = await (lock ? query.forUpdate() : query).first()
  if (!subscription) throw notFound('There is no webhook with the id "{id}".', id)
  return subscription
}

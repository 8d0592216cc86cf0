import { notFound } from '@crossdock/kernel/ground'
import { paginate, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import { deliveryStatuses } from '../contracts/names.js'
import { WebhookAttempt } from '../models/webhook_attempt.js'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { findSubscription } from './subscriptions.js'

export const deliveryList: ListDefinition = {
  resource: 'webhook-deliveries',
  filters: {
    status: deliveryStatuses,
    eventType: 'texts',
    since: { column: 'created_at', operator: '>=' },
  },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

/** @throws Problem 404 */
export async function listDeliveries(subscriptionId: string, request: ListRequest) {
  await findSubscription(subscriptionId)
  const query = WebhookDelivery.query().where('subscription_id', subscriptionId)
  return paginate(query, deliveryList, request)
}

/** @throws Problem 404 */
export async function findDelivery(
  subscriptionId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {}
): Promise<WebhookDelivery> {
  const query = WebhookDelivery.query().where('id', id).where('subscription_id', subscriptionId)
  const delivery = await (lock ? query.forUpdate() : query).first()
  if (!delivery) throw notFound('The webhook has no delivery with the id "{id}".', id)
  return delivery
}

/** Returns attempts of a delivery, newest first. */
export const attemptsOf = (deliveryId: string): Promise<WebhookAttempt[]> =>
  WebhookAttempt.query().where('delivery_id', deliveryId).orderBy('number', 'desc').limit(100)

/** Returns deliveries of a subscription, newest first. */
export const newestDeliveries = (
  subscriptionId: string,
  { offset, limit }: { offset: number; limit: number }
): Promise<WebhookDelivery[]> =>
  WebhookDelivery.query()
    .where('subscription_id', subscriptionId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)

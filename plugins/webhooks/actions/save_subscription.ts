import { newId, now, transaction } from '@crossdock/kernel/database'
import type { Output } from '@crossdock/kernel/shapes'
import { ledger } from '@crossdock/kernel/ledger'
import { MASK } from '@crossdock/kernel/secrets'
import { currentContext } from '@crossdock/kernel/tenancy'
import { subscriptionCreated, subscriptionUpdated } from '../event_types.js'
import { WebhookSubscription } from '../models/webhook_subscription.js'
import { findSubscription } from '../queries/subscriptions.js'
import { newSecret, sealFor } from '../sending/sealed.js'
import type { createSubscriptionBody, updateSubscriptionBody } from '../validators/subscriptions.js'
import {
  assertEvents,
  findForbiddenTypeOfAll,
  checkUrl,
  isOtherServer,
  sealHeaders,
} from './check_subscription.js'
import { noPage } from './receiver_page.js'
import { recordSubscriptionEvent } from './record_about.js'
import { activate } from './set_active.js'

type Given = Output<typeof updateSubscriptionBody>

/**
 * @returns the subscription and its signing secret
 * @throws Problem 409 at the limit, 422
 */
export async function createSubscription(given: Output<typeof createSubscriptionBody>) {
  const { name, description = null, eventTypes, conditions = [] } = given
  const url = await checkUrl(given.url)
  assertEvents(eventTypes, conditions, await findForbiddenTypeOfAll())
  const id = newId()
  const secret = newSecret()
  const { userId } = currentContext().actor
  const headers = sealHeaders(id, given.headers ?? [], [], false)
  const subscription = await transaction(async () => {
    await ledger.use().reserve('maxWebhookSubscriptions')
    const created = await WebhookSubscription.create({
      id,
      name,
      description,
      url,
      conditions,
      headers,
      userId,
      savedBy: userId,
      eventTypes: [...new Set(eventTypes)],
      ratePerSecond: given.ratePerSecond ?? null,
      isActive: given.isActive ?? true,
      secret: sealFor(id, secret),
      secretCreatedAt: now(),
    })
    await recordSubscriptionEvent(subscriptionCreated, created)
    return WebhookSubscription.findOrFail(id)
  })
  return { subscription, secret }
}

/**
 * Changes the given fields.
 * @param beforeAccess called before a change of the sent content or of the address
 * @throws Problem 404, 422
 */
export async function updateSubscription(
  id: string,
  given: Given,
  beforeAccess: () => void
): Promise<WebhookSubscription> {
  const url = given.url === undefined ? undefined : await checkUrl(given.url)
  const beyond = await findForbiddenTypeOfAll()
  return transaction(async () => {
    const subscription = await findSubscription(id, { lock: true })
    const moves = url !== undefined && isOtherServer(subscription, url)
    const headers = given.headers ?? (moves ? maskHeaders(subscription) : undefined)
    const fields = {
      name: given.name,
      description: given.description,
      url,
      ratePerSecond: given.ratePerSecond,
      conditions: given.conditions,
      eventTypes: given.eventTypes && [...new Set(given.eventTypes)],
      headers: headers && sealHeaders(id, headers, subscription.headers, moves),
    }
    const set = Object.entries(fields).filter(([, value]) => value !== undefined)
    subscription.merge(Object.fromEntries(set))
    // The page belongs to the receiver at the former address, and shows that receiver's secrets.
    if (moves) subscription.merge(noPage)
    // The caller must be allowed to read the events that they subscribe to or send to another address.
    const { eventTypes, conditions, url: other, headers: sent } = subscription.$dirty
    if (eventTypes || conditions || other || sent) beforeAccess()
    if (eventTypes || conditions || other) {
      assertEvents(subscription.eventTypes, subscription.conditions, beyond)
      subscription.merge({ savedBy: currentContext().actor.userId })
    }
    const isSwitched = given.isActive !== undefined && given.isActive !== subscription.isActive
    if (Object.keys(subscription.$dirty).length === 0 && !isSwitched) return subscription
    if (isSwitched) await activate(subscription, given.isActive!)
    await subscription.merge({ updatedAt: now() }).save()
    await recordSubscriptionEvent(subscriptionUpdated, subscription)
    return subscription
  })
}

/** Returns the stored headers with masked values, as a form sends them back. */
const maskHeaders = ({ headers }: WebhookSubscription) =>
  headers.map(({ name }) => ({ name, value: MASK }))

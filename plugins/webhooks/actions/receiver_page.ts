import { createHash, randomBytes } from 'node:crypto'
import { clock, now, transaction } from '@crossdock/kernel/database'
import { mayReadEventType } from '@crossdock/flows/contracts'
import { originsOf, currentContext } from '@crossdock/kernel/tenancy'
import { Problem, text } from '@crossdock/kernel/ground'
import { subscriptionUpdated } from '../event_types.js'
import { allEvents, type WebhookSubscription } from '../models/webhook_subscription.js'
import { findSubscription } from '../queries/subscriptions.js'
import { findForbiddenTypeOfAll } from './check_subscription.js'
import { recordSubscriptionEvent } from './record_about.js'

const day = 24 * 60 * 60_000
const shape = /^[\w-]{43}$/

/** Returns the hash that finds a page by its token; null for a malformed token. */
export const hashPageToken = (token: string): string | null =>
  shape.test(token) ? createHash('sha256').update(token).digest('hex') : null

/** Column values of a subscription without a page. */
export const noPage = { pageHash: null, pageCreatedAt: null, pageExpiresAt: null, pageBy: null }

/**
 * Creates the page for the receiver and ends the previous page. Returns the address of the page, which is never
 * shown again. The page shows only events that its creator may read, because the creator knows the address.
 * @param days lifetime of the page
 * @throws Problem 403 for events that the caller may not read, 404
 */
export async function createReceiverPage(id: string, days = 30) {
  const beyond = await findForbiddenTypeOfAll()
  return transaction(async () => {
    const subscription = await findSubscription(id, { lock: true })
    assertReadable(subscription, beyond)
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(clock.now() + days * day).toISOString()
    const page = {
      pageHash: hashPageToken(token),
      pageCreatedAt: now(),
      pageExpiresAt: expiresAt,
      pageBy: currentContext().actor.userId,
    }
    await subscription.merge({ ...page, updatedAt: now() }).save()
    await recordSubscriptionEvent(subscriptionUpdated, subscription)
    return { url: `${originsOf(null)[0]}/p/${token}`, expiresAt }
  })
}

function assertReadable({ eventTypes }: WebhookSubscription, beyond: string | undefined): void {
  const closed =
    eventTypes[0] === allEvents ? beyond : eventTypes.find((type) => !mayReadEventType(type))
  if (closed === undefined) return
  const sentence = text('You may not read events of the type "{name}", which the page shows.', {
    name: closed,
  })
  throw new Problem(403, 'E_FORBIDDEN', sentence)
}

/**
 * Ends the page for the receiver.
 * @throws Problem 404
 */
export async function endReceiverPage(id: string): Promise<void> {
  await transaction(async () => {
    const subscription = await findSubscription(id, { lock: true })
    if (!subscription.pageHash) return
    await subscription.merge({ ...noPage, updatedAt: now() }).save()
    await recordSubscriptionEvent(subscriptionUpdated, subscription)
  })
}

import { createHash, randomBytes } from 'node:crypto'
import { clock, now, transaction } from '@crossdock/kernel/database'
import { originsOf } from '@crossdock/kernel/http'
import { subscriptionUpdated } from '../event_types.js'
import { findSubscription } from '../queries/subscriptions.js'
import { recordAbout } from './record_about.js'

const day = 24 * 60 * 60_000
const shape = /^[\w-]{43}$/

/** How a page is found by its token; null for a text that is no token. */
export const hashOf = (token: string): string | null =>
  shape.test(token) ? createHash('sha256').update(token).digest('hex') : null

/**
 * Makes the page of the receiver; the one before ends. Its address is returned this once.
 * @param days so long the page lasts. @throws Problem 404
 */
export function createReceiverPage(id: string, days = 30) {
  return transaction(async () => {
    const subscription = await findSubscription(id, { lock: true })
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(clock.now() + days * day).toISOString()
    const page = { pageHash: hashOf(token), pageCreatedAt: now(), pageExpiresAt: expiresAt }
    await subscription.merge({ ...page, updatedAt: now() }).save()
    await recordAbout(subscriptionUpdated, subscription)
    return { url: `${originsOf(null)[0]}/p/${token}`, expiresAt }
  })
}

/** Ends the page of the receiver. @throws Problem 404 */
export async function endReceiverPage(id: string): Promise<void> {
  await transaction(async () => {
    const subscription = await findSubscription(id, { lock: true })
    if (!subscription.pageHash) return
    const page = { pageHash: null, pageCreatedAt: null, pageExpiresAt: null }
    await subscription.merge({ ...page, updatedAt: now() }).save()
    await recordAbout(subscriptionUpdated, subscription)
  })
}

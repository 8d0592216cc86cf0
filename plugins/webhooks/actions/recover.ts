import { clock, now, transaction } from '@crossdock/kernel/database'
import { narrowToTime, positioned, toEvent, type LoggedEvent } from '@crossdock/kernel/events'
import { invalid, text } from '@crossdock/kernel/ground'
import { readInstant } from '@crossdock/kernel/shapes'
import { enqueue } from '@crossdock/kernel/jobs'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { takeUpDeliveries } from '../job_refs.js'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'
import { findSubscription } from '../queries/subscriptions.js'
import { insertDeliveries, findMatches, rowOf } from '../sending/fan_out.js'
import { assertActive } from './resend.js'

const mostDays = 30
const mostEvents = 10_000
const pageSize = 500

/**
 * Creates the deliveries that are missing since a time, and retries the deliveries that were given up since
 * then. An event that has a delivery gets no second delivery.
 * @param since ISO time
 * @throws Problem 404, 409 for a paused webhook, 422
 */
export async function recoverDeliveries(id: string, since: string) {
  const from = parseSince(since)
  assertActive(await findSubscription(id))
  let queued = await transaction(() => retryGivenUp(id, from))
  let scanned = 0
  let last: LoggedEvent | undefined
  let isAll = false
  while (!isAll && scanned < mostEvents) {
    const page = await eventsSince(from, last)
    const events = page.flatMap((row) => toEvent(positioned(row)) ?? [])
    queued += await transaction(async () => createMissing(await locked(id), events))
    scanned += page.length
    last = events.at(-1) ?? last
    isAll = page.length < pageSize || last === undefined
  }
  return { queued, scanned, more: !isAll, next: isAll ? null : (last?.createdAt ?? null) }
}

async function locked(id: string): Promise<WebhookSubscription> {
  const subscription = await findSubscription(id, { lock: true })
  assertActive(subscription)
  return subscription
}

function parseSince(given: string): string {
  const since = readInstant(given)
  if (!since) {
    const sentence = text('The time must be an instant such as 2026-01-31T08:00:00Z.')
    throw invalid('since', sentence, 'instant')
  }
  const oldest = clock.now() - mostDays * 24 * 60 * 60_000
  if (since.getTime() >= oldest && since.getTime() <= clock.now()) return since.toISOString()
  const sentence = text('The time must lie within the last {days} days.', { days: mostDays })
  throw invalid('since', sentence, 'range')
}

/** Gives each delivery that was given up one more attempt. A job creates the jobs for these attempts. */
async function retryGivenUp(subscriptionId: string, since: string): Promise<number> {
  await locked(subscriptionId)
  const failed = WebhookDelivery.query()
    .where('subscription_id', subscriptionId)
    .where('status', 'failed')
    .where('created_at', '>=', since)
    .where('is_example', false)
    .orderBy('created_at')
    .limit(mostEvents)
  const ids = (await failed.select('id')).map(({ id }) => id)
  for (let at = 0; at < ids.length; at += pageSize) {
    const query = WebhookDelivery.query().whereIn('id', ids.slice(at, at + pageSize))
    const again = { status: 'retrying', is_last: true, is_manual: true, next_attempt_at: now() }
    await query.where('status', 'failed').update({ ...again, ended_at: null, slot_at: null })
  }
  if (ids.length > 0) await enqueue(takeUpDeliveries, { subscriptionId })
  return ids.length
}

async function createMissing(subscription: WebhookSubscription, events: readonly LoggedEvent[]) {
  const found = await findMatches([subscription], events)
  const made = await insertDeliveries(found.map(rowOf))
  if (made > 0) await enqueue(takeUpDeliveries, { subscriptionId: subscription.id })
  return made
}

/** Reads a page of the event log in log order. */
async function eventsSince(since: string, last: LoggedEvent | undefined) {
  const query = tenantTable('middleware_events').orderBy('seq').limit(pageSize)
  if (last) query.where('seq', '>', last.seq).where('created_at', '>=', since)
  else await narrowToTime(query, { after: since })
  return query
}

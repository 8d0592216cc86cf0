import { holdsOf } from '@crossdock/flows/contracts'
import { newId, now } from '@crossdock/kernel/database'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { environmentResolver, currentTenantId, insertMissing } from '@crossdock/kernel/tenancy'
import { text } from '@crossdock/kernel/ground'
import { enqueueAll } from '@crossdock/kernel/jobs'
import { deliver, queueOf } from '../job_refs.js'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { allEvents, type WebhookSubscription } from '../models/webhook_subscription.js'
import { sentEvents } from '../queries/event_types.js'
import { messageOf } from '../message.js'
import { readableEventIds } from './readable.js'

/** Longer messages are not sent. */
const mostBytes = 256 * 1024
/** Rows per statement. */
const rowsAtOnce = 200

interface Match {
  subscription: WebhookSubscription
  event: LoggedEvent
}

/** The row that `insertDeliveries` inserts. */
export type NewRow = ReturnType<typeof rowOf>

/** Matches events with the tenant's subscriptions, in the order of the events. */
export async function findMatches(
  subscriptions: readonly WebhookSubscription[],
  events: readonly LoggedEvent[]
): Promise<Match[]> {
  const production = await environmentResolver.use().resolve(currentTenantId(), null)
  const sent = new Set(sentEvents().map(({ name }) => name))
  const found: Match[] = []
  for (const event of events) {
    if (!sent.has(event.eventType)) continue
    const place = event.environmentId ?? production
    for (const subscription of subscriptions) {
      if (subscription.environmentId === place && isWanted(subscription, event))
        found.push({ subscription, event })
    }
  }
  return removeUnreadable(found)
}

/** Returns whether a subscription includes events of a type. */
export const isChosen = ({ eventTypes }: WebhookSubscription, type: string): boolean =>
  eventTypes.includes(type) || eventTypes[0] === allEvents

const isWanted = (subscription: WebhookSubscription, event: LoggedEvent) =>
  isChosen(subscription, event.eventType) &&
  subscription.conditions.every((condition) => holdsOf(event, condition))

/** Removes events that the person of the subscription may not read at present. */
async function removeUnreadable(found: Match[]): Promise<Match[]> {
  const open = new Set<Match>()
  for (const [savedBy, group] of Map.groupBy(found, ({ subscription }) => subscription.savedBy)) {
    const events = group.map(({ event }) => event)
    const readable = await readableEventIds(savedBy, events)
    for (const match of group) if (readable.has(match.event.id)) open.add(match)
  }
  return found.filter((match) => open.has(match))
}

/** Returns the row of a new delivery, without a job. */
export function rowOf({ subscription, event }: Match) {
  const { environmentId } = subscription
  const body = JSON.stringify(messageOf({ ...event, tenantId: currentTenantId(), environmentId }))
  const isSent = Buffer.byteLength(body) <= mostBytes
  const tooLarge = text(
    'The message is longer than {most} bytes. Read the event from the event log.',
    {
      most: mostBytes,
    }
  )
  return {
    id: newId(),
    environment_id: environmentId,
    subscription_id: subscription.id,
    event_id: event.id,
    event_type: event.eventType,
    status: isSent ? 'waiting' : 'skipped',
    body: isSent ? body : '{}',
    error: isSent ? null : JSON.stringify(tooLarge),
    next_attempt_at: isSent ? now() : null,
    ended_at: isSent ? null : now(),
    job_id: null as string | null,
  }
}

/** Creates deliveries, each with its job, in the open transaction. */
export async function createDeliveries(found: readonly Match[]): Promise<void> {
  const rows = found.map(rowOf)
  const sent = rows.filter(({ status }) => status === 'waiting')
  const ids = await enqueueAll(
    deliver,
    sent.map(({ id, subscription_id: subscriptionId, environment_id: environmentId }) => ({
      payload: { deliveryId: id, subscriptionId },
      origin: { environmentId },
      ...queueOf(subscriptionId),
    }))
  )
  for (const [at, row] of sent.entries()) row.job_id = ids[at]!
  await insertDeliveries(rows)
}

/**
 * Inserts deliveries, except a second delivery of an event for a subscription.
 * @returns the number of new rows
 */
export async function insertDeliveries(rows: readonly NewRow[]): Promise<number> {
  let made = 0
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    made += await insertMissing(WebhookDelivery.table, rows.slice(at, at + rowsAtOnce))
  return made
}

import { presentRights } from '@crossdock/backend/access'
import { holdsOf, mayHear, unveiledEvents } from '@crossdock/flows/contracts'
import { newId, now } from '@crossdock/kernel/database'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { environmentResolver, text } from '@crossdock/kernel/http'
import { enqueueAll } from '@crossdock/kernel/jobs'
import { currentTenantId, insertMissing, systemActor, withContext } from '@crossdock/kernel/tenancy'
import { allEvents } from '../actions/check_subscription.js'
import { deliver, lineOf } from '../jobs/names.js'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'
import { sentEvents } from '../queries/event_types.js'
import { messageOf } from './message.js'

/** Longer messages are not sent. */
const mostBytes = 256 * 1024
/** Rows of one statement. */
const rowsAtOnce = 200

interface Match {
  subscription: WebhookSubscription
  event: LoggedEvent
}

/** What a statement about deliveries needs of one. */
export type NewRow = ReturnType<typeof rowOf>

/** The deliveries that events make for subscriptions of the tenant, in the order of the events. */
export async function matches(
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
  return openOf(found)
}

const isWanted = ({ eventTypes, conditions }: WebhookSubscription, event: LoggedEvent) =>
  (eventTypes.includes(event.eventType) || eventTypes[0] === allEvents) &&
  conditions.every((condition) => holdsOf(event, condition))

/**
 * Without events about files and folders that are closed to the person who chose the events. Of "*" the person must be able
 * to read the type, too.
 */
async function openOf(found: Match[]): Promise<Match[]> {
  const open = new Set<Match>()
  for (const [savedBy, group] of Map.groupBy(found, ({ subscription }) => subscription.savedBy)) {
    const { permissions } = await presentRights.use().of(savedBy)
    const context = { permissions, lenderId: savedBy, actor: systemActor }
    await withContext(context, async () => {
      const ids = new Set(group.map(({ event }) => event.id))
      const seen = await unveiledEvents([...ids])
      for (const match of group) {
        const { event, subscription } = match
        const isHeard = subscription.eventTypes[0] !== allEvents || mayHear(event.eventType)
        if (isHeard && seen.has(event.id)) open.add(match)
      }
    })
  }
  return found.filter((match) => open.has(match))
}

/** A delivery as its row, without a job. */
export function rowOf({ subscription, event }: Match) {
  const body = JSON.stringify(messageOf({ ...event, environmentId: subscription.environmentId }))
  const isSent = Buffer.byteLength(body) <= mostBytes
  const tooLarge = text(
    'The message is longer than {most} bytes. Read the event from the event log.',
    {
      most: mostBytes,
    }
  )
  return {
    id: newId(),
    environment_id: subscription.environmentId,
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

/** Makes deliveries, each with the job that sends it, in the open transaction. */
export async function makeDeliveries(found: readonly Match[]): Promise<void> {
  const rows = found.map(rowOf)
  const sent = rows.filter(({ status }) => status === 'waiting')
  const ids = await enqueueAll(
    deliver,
    sent.map(({ id, subscription_id: subscriptionId, environment_id: environmentId }) => ({
      payload: { deliveryId: id, subscriptionId },
      origin: { environmentId },
      ...lineOf(subscriptionId),
    }))
  )
  for (const [at, row] of sent.entries()) row.job_id = ids[at]!
  await insertDeliveries(rows)
}

/** @returns how many were new: an event makes one delivery for a subscription */
export async function insertDeliveries(rows: readonly NewRow[]): Promise<number> {
  let made = 0
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    made += await insertMissing(WebhookDelivery.table, rows.slice(at, at + rowsAtOnce))
  return made
}

import { countersInEnvironment, countersInEnvironmentByHour } from '@crossdock/kernel/counters'
import { clock } from '@crossdock/kernel/database'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { findSubscription } from './subscriptions.js'

const hourMs = 3_600_000
const hoursShown = 24
const mostTimes = 1_000
const ended = ['webhooks.delivered', 'webhooks.failed']

/**
 * Counts a subscription's deliveries by result: today, and by hour over the last 24 hours.
 * @throws Problem 404
 */
export async function webhookStats(id: string) {
  await findSubscription(id)
  const day = `${clock.date().toISOString().slice(0, 10)}T00`
  const today = await countersInEnvironment(['webhooks.made', ...ended], day)
  const open = await countersInEnvironment(['webhooks.open'])
  const of = (counter: string) =>
    [...today, ...open].find((one) => one.counter === counter && one.key === id)?.n ?? 0
  return {
    today: of('webhooks.made'),
    delivered: of('webhooks.delivered'),
    retrying: of('webhooks.open'),
    failed: of('webhooks.failed'),
    p95Ms: await p95Of(id),
    hours: await hoursOf(id),
  }
}

async function hoursOf(id: string) {
  const first = Math.floor(clock.now() / hourMs) - hoursShown + 1
  const hours = Array.from({ length: hoursShown }, (_, at) =>
    new Date((first + at) * hourMs).toISOString()
  )
  const sums = await countersInEnvironmentByHour(ended, hours[0]!)
  return hours.map((hour) => {
    const of = (counter: string) =>
      sums.find((one) => one.counter === counter && one.key === id && hour.startsWith(one.hour))
        ?.n ?? 0
    return { hour, delivered: of('webhooks.delivered'), failed: of('webhooks.failed') }
  })
}

/**
 * Returns the 95th percentile of the response time in milliseconds over the newest deliveries; null without any.
 */
async function p95Of(id: string): Promise<number | null> {
  const rows = await tenantTable<{ duration_ms: number | null }>(WebhookDelivery.table)
    .where('subscription_id', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostTimes)
    .select('duration_ms')
  const times = rows.flatMap((row) => row.duration_ms ?? []).sort((one, other) => one - other)
  return times[Math.ceil(times.length * 0.95) - 1] ?? null
}

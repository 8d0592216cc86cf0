import type { WebhookDelivery, WebhookSubscription } from '@crossdock/client'
import type { BadgeVariant, ToneName } from '@crossdock/admin/kit'

export * from './paths.js'

export type Webhook = WebhookSubscription
export type Delivery = WebhookDelivery

/** Polling interval of lists in milliseconds, because deliveries emit no events. */
export const POLL = 10_000

/** Selects every event type that the person may read. */
const ALL_EVENTS = '*'
export const everyEvent = [ALL_EVENTS]

export const receivesAllEvents = ({ eventTypes }: Pick<Webhook, 'eventTypes'>) =>
  eventTypes.includes(ALL_EVENTS)

/** Days over which one delivery is retried. */
export const RETRY_DAYS = 3

export const operators = [
  'equals',
  'not_equals',
  'contains',
  'greater',
  'less',
  'exists',
  'not_exists',
]
export const comparesWith = (operator: string) => !operator.endsWith('exists')

/** Path prefix of the values that conditions compare. */
export const payloadRoot = 'event.payload.'

/** In the order of the filter options. */
export const webhookStatuses = ['active', 'failing', 'paused', 'disabled'] as const

export const webhookBadge: Readonly<Record<string, BadgeVariant>> = {
  active: 'success',
  failing: 'warning',
  paused: 'outline',
  disabled: 'destructive',
}

export const deliveryBadge: Readonly<Record<string, BadgeVariant>> = {
  waiting: 'info',
  retrying: 'warning',
  delivered: 'success',
  failed: 'destructive',
  skipped: 'secondary',
}

export const deliveryTone: Readonly<Record<string, ToneName>> = {
  waiting: 'info',
  retrying: 'warning',
  delivered: 'success',
  failed: 'danger',
}

/** Whether the webhook sends nothing, because Crossdock disabled it or a person paused it. */
export const isStopped = ({ status }: Pick<Webhook, 'status'>) =>
  status === 'paused' || status === 'disabled'

const SOON = 5_000

/** Whether the status may change within seconds, so that the page polls. */
export const mayChangeSoon = ({
  status,
  nextAttemptAt,
}: Pick<Delivery, 'status' | 'nextAttemptAt'>) =>
  status === 'waiting' ||
  (status === 'retrying' && nextAttemptAt !== null && Date.parse(nextAttemptAt) < Date.now() + SOON)

import type { WebhookDelivery, WebhookSubscription } from '@crossdock/client'
import type { BadgeVariant, ToneName } from '@crossdock/admin/kit'

export * from './paths.js'

export type Webhook = WebhookSubscription
export type Delivery = WebhookDelivery

/** How often lists are read without an event. */
export const POLL = 10_000

/** What stands for every event type that the person may read. */
const ALL_EVENTS = '*'
export const everyEvent = [ALL_EVENTS]

export const hearsAll = ({ eventTypes }: Pick<Webhook, 'eventTypes'>) =>
  eventTypes.includes(ALL_EVENTS)

/** Days over which one delivery is tried. */
export const RETRY_DAYS = 3

export const operators = [
  ...['equals', 'not_equals', 'contains', 'greater', 'less', 'exists', 'not_exists'],
]
export const comparesWith = (operator: string) => !operator.endsWith('exists')

/** Where the values that conditions compare are read. */
export const payloadRoot = 'event.payload.'

/** In the order in which they are offered as filters. */
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

/** Whether Crossdock or a person stopped it. */
export const isResting = ({ status }: Pick<Webhook, 'status'>) =>
  status === 'paused' || status === 'disabled'

const SOON = 5_000

/** Whether it may be answered soon: the page asks again and again. */
export const isOnItsWay = ({ status, nextAttemptAt }: Pick<Delivery, 'status' | 'nextAttemptAt'>) =>
  status === 'waiting' ||
  (status === 'retrying' && nextAttemptAt !== null && Date.parse(nextAttemptAt) < Date.now() + SOON)

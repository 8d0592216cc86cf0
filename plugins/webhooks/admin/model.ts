import type { BadgeVariant, ToneName } from '@crossdock/admin/kit'

export * from './paths.js'

/** How often lists are read without an event. */
export const POLL = 10_000

/** What stands for every event type that the person may read. */
export const ALL_EVENTS = '*'

/** The most attempts that one delivery gets, and over how many days. */
export const RETRY_DAYS = 3

export const operators = [
  ...['equals', 'not_equals', 'contains', 'greater', 'less', 'exists', 'not_exists'],
]
export const comparesWith = (operator: string) => !operator.endsWith('exists')

/** Where the values that conditions compare are read. */
export const payloadRoot = 'event.payload.'

export interface Condition {
  value: string
  operator: string
  other?: string | null
}

export interface Header {
  name: string
  /** Never as it is: a mask, which keeps it when it is sent back. */
  value: string
}

export type WebhookStatus = 'active' | 'paused' | 'disabled' | 'failing'
export const webhookStatuses = ['active', 'failing', 'paused', 'disabled'] as const

export interface Webhook {
  id: string
  name: string
  description: string | null
  url: string
  eventTypes: string[]
  conditions: Condition[]
  headers: Header[]
  ratePerSecond: number | null
  isActive: boolean
  status: WebhookStatus
  disabledReason: string | null
  /** Deliveries in a row that were given up. */
  failures: number
  failingSince: string | null
  secretCreatedAt: string
  previousSecretUntil: string | null
  receiverPage: { createdAt: string; expiresAt: string } | null
  createdAt: string
  updatedAt: string
  createdBy: { id: string; name: string | null } | null
  lastDelivery: {
    at: string
    status: DeliveryStatus
    statusCode: number | null
  } | null
}

/** What only the answer to making one, or to a new secret, holds. */
export interface WithSecret {
  secret: string
}

export type DeliveryStatus = 'waiting' | 'retrying' | 'delivered' | 'failed' | 'skipped'

export interface Delivery {
  id: string
  messageId: string
  eventId: string | null
  eventType: string
  status: DeliveryStatus
  attempts: number
  maxAttempts: number
  statusCode: number | null
  error: string | null
  nextAttemptAt: string | null
  durationMs: number | null
  isExample: boolean
  createdAt: string
  endedAt: string | null
}

/** One attempt to deliver. */
export interface Try {
  number: number
  at: string
  statusCode: number | null
  error: string | null
  durationMs: number
  answer: string | null
  isManual: boolean
}

export interface DeliveryDetails extends Delivery {
  /** null where the person may not read the event. */
  body: string | null
  headers: Header[]
  tries: Try[]
  secretCreatedAt: string | null
}

export interface DeliveryHour {
  hour: string
  delivered: number
  failed: number
}

export interface WebhookStats {
  today: number
  delivered: number
  retrying: number
  failed: number
  p95Ms: number | null
  hours: DeliveryHour[]
}

export interface WebhookEventType {
  name: string
  group: string | null
  description: string
  example: object
}

export const webhookBadge: Record<WebhookStatus, BadgeVariant> = {
  active: 'success',
  failing: 'warning',
  paused: 'outline',
  disabled: 'destructive',
}

export const deliveryBadge: Record<DeliveryStatus, BadgeVariant> = {
  waiting: 'info',
  retrying: 'warning',
  delivered: 'success',
  failed: 'destructive',
  skipped: 'secondary',
}

export const deliveryTone: Record<DeliveryStatus, ToneName> = {
  waiting: 'info',
  retrying: 'warning',
  delivered: 'success',
  failed: 'danger',
  skipped: 'neutral',
}

/** Whether it may be answered soon: the page asks again and again. */
export const isOnItsWay = ({ status }: Pick<Delivery, 'status'>) => status === 'waiting'

export const hearsAll = ({ eventTypes }: Pick<Webhook, 'eventTypes'>) =>
  eventTypes.includes(ALL_EVENTS)

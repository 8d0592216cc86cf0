import type { WebhookCondition, WebhookHeader } from '@crossdock/client'
import { comparesWith, type Webhook } from '../model.js'

/** The values of the webhook dialog. */
export interface WebhookForm {
  name: string
  description: string | null
  url: string
  eventTypes: string[]
  conditions: WebhookCondition[]
  headers: WebhookHeader[]
  ratePerSecond: number | null
  isActive: boolean
}

export const toForm = (webhook?: Webhook): WebhookForm => ({
  name: webhook?.name ?? '',
  description: webhook?.description ?? null,
  url: webhook?.url ?? '',
  eventTypes: webhook?.eventTypes ?? [],
  conditions: webhook?.conditions ?? [],
  headers: webhook?.headers ?? [],
  ratePerSecond: webhook?.ratePerSecond ?? null,
  isActive: webhook?.isActive ?? true,
})

/** The request body. A condition includes only the fields of its comparison. */
export const toBody = (form: WebhookForm) => ({
  name: form.name,
  description: form.description || null,
  url: form.url.trim(),
  eventTypes: form.eventTypes,
  conditions: form.conditions.map(({ value, operator, other }) => ({
    value: value.trim(),
    operator,
    ...(comparesWith(operator) ? { other: other ?? '' } : {}),
  })),
  headers: form.headers.map(({ name, value }) => ({ name: name.trim(), value })),
  ratePerSecond: form.ratePerSecond ?? null,
  isActive: form.isActive,
})

/** Server fields whose messages appear at an input of another name. */
export const webhookInputs: (readonly [RegExp | string, string])[] = [
  [/^eventTypes\..*/, 'eventTypes'],
]

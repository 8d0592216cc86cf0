/** `failing`: active, and the last attempt failed. `disabled`: Crossdock stopped it. */
export const webhookStatuses = ['active', 'paused', 'disabled', 'failing'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

/** Why Crossdock disabled a webhook. */
export const disabledReasons = ['gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

export const deliveryStatuses = ['waiting', 'retrying', 'delivered', 'failed', 'skipped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const openStatuses = ['waiting', 'retrying'] as const

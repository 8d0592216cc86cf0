import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { webhooksWrite } from './contracts/permissions.js'
import { subscriptionDisabled, subscriptionFailing } from './event_types.js'

/** Goes to people who can change webhooks. */
export const webhookFailing: NotificationKind = {
  label: text('Deliveries of a webhook fail'),
  description: text('Crossdock warns three times before it disables a webhook.'),
  on: [subscriptionFailing],
  permission: webhooksWrite,
  to: 'holders',
  defaults: { console: true, mail: false },
}

export const webhookDisabled: NotificationKind = {
  label: text('A webhook was disabled'),
  description: text('The receiver wants no more deliveries, or deliveries failed for too long.'),
  on: [subscriptionDisabled],
  permission: webhooksWrite,
  to: 'holders',
  defaults: { console: true, mail: true },
}

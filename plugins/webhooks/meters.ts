import { text } from '@crossdock/kernel/ground'
import { countedIn, type StockMeter } from '@crossdock/kernel/ledger'

/** Webhooks of an environment, including paused ones. */
export const maxWebhookSubscriptions: StockMeter = {
  shape: 'stock',
  of: 'environment',
  label: text('Outbound webhooks'),
  unit: 'webhooks',
  limit: 100,
  used: (place) => countedIn('webhooks.subscriptions', place),
  refusal: {
    status: 409,
    code: 'E_QUOTA_WEBHOOK_SUBSCRIPTIONS',
    sentence: ({ limit }) =>
      text(
        'You have reached the limit of {limit} outbound webhooks. Nothing was created. Delete one, or ask for more.',
        { limit }
      ),
  },
}

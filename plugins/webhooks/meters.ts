import { text } from '@crossdock/kernel/ground'
import { countedIn, type StockMeter } from '@crossdock/kernel/ledger'

/** Webhooks of an environment, including paused ones. */
export const maxWebhookSubscriptions: StockMeter = {
  ...{ shape: 'stock', of: 'environment' },
  label: text('Outbound webhooks'),
  unit: 'webhooks',
  limit: 100,
  used: (place) => countedIn('webhooks.subscriptions', place),
  refusal: {
    status: 409,
    code: 'E_QUOTA_WEBHOOK_SUBSCRIPTIONS',
    sentence: ({ limit }) =>
      text(
        'This environment may have {limit} outbound webhooks (maxWebhookSubscriptions). Nothing was created. Delete one, or ask the operator for more.',
        { limit }
      ),
  },
}

import { text } from '@crossdock/kernel/http'
import { countedIn, type StockMeter } from '@crossdock/kernel/ledger'

/** External systems of an environment, inactive ones included. */
export const maxExternalSystems: StockMeter = {
  ...{ shape: 'stock', of: 'environment' },
  label: text('External systems'),
  unit: 'systems',
  limit: 10,
  used: (place) => countedIn('integrations.systems', place),
  refusal: {
    status: 409,
    code: 'E_QUOTA_SYSTEMS',
    sentence: ({ limit }) =>
      text(
        'This environment may have {limit} external systems (maxExternalSystems). Nothing was created. Delete one, or have the limit raised.',
        { limit }
      ),
  },
}

/** Endpoints of its systems, all together. */
export const maxApiEndpoints: StockMeter = {
  ...{ shape: 'stock', of: 'environment' },
  label: text('API endpoints'),
  unit: 'endpoints',
  limit: 100,
  used: (place) => countedIn('integrations.endpoints', place),
  refusal: {
    status: 409,
    code: 'E_QUOTA_ENDPOINTS',
    sentence: ({ limit }) =>
      text(
        'This environment may have {limit} API endpoints (maxApiEndpoints). Nothing was created. Delete one, or have the limit raised.',
        { limit }
      ),
  },
}

/** Addresses of webhooks that workflows and inbound endpoints use. */
export const maxWebhooks: StockMeter = {
  ...{ shape: 'stock', of: 'environment' },
  label: text('Webhooks'),
  unit: 'webhooks',
  limit: 20,
  used: (place) => countedIn('integrations.webhooks', place),
  refusal: {
    status: 409,
    code: 'E_QUOTA_WEBHOOKS',
    sentence: ({ limit }) =>
      text(
        'This environment may have {limit} webhooks (maxWebhooks). Nothing was saved. Delete a workflow with a webhook trigger or an inbound endpoint, or have the limit raised.',
        { limit }
      ),
  },
}

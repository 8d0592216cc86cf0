import { text } from '@crossdock/kernel/ground'
import { countedIn, type StockMeter } from '@crossdock/kernel/ledger'

/** External systems of an environment, including inactive ones. */
export const maxExternalSystems: StockMeter = {
  shape: 'stock',
  of: 'environment',
  label: text('External systems'),
  unit: 'systems',
  limit: 10,
  used: (place) => countedIn('integrations.systems', place),
  refusal: {
    status: 409,
    code: 'E_QUOTA_SYSTEMS',
    sentence: ({ limit }) =>
      text(
        'You have reached the limit of {limit} external systems. Nothing was created. Delete one, or ask for more.',
        { limit }
      ),
  },
}

/** Endpoints of all systems of an environment. */
export const maxApiEndpoints: StockMeter = {
  shape: 'stock',
  of: 'environment',
  label: text('API endpoints'),
  unit: 'endpoints',
  limit: 100,
  used: (place) => countedIn('integrations.endpoints', place),
  refusal: {
    status: 409,
    code: 'E_QUOTA_ENDPOINTS',
    sentence: ({ limit }) =>
      text(
        'You have reached the limit of {limit} API endpoints. Nothing was created. Delete one, or ask for more.',
        { limit }
      ),
  },
}

/** Webhook addresses of workflows and inbound endpoints. */
export const maxWebhooks: StockMeter = {
  shape: 'stock',
  of: 'environment',
  label: text('Webhooks'),
  unit: 'webhooks',
  limit: 20,
  used: (place) => countedIn('integrations.webhooks', place),
  refusal: {
    status: 409,
    code: 'E_QUOTA_WEBHOOKS',
    sentence: ({ limit }) =>
      text(
        'You have reached the limit of {limit} webhooks. Nothing was saved. Delete a workflow with a webhook trigger or an inbound endpoint, or ask for more.',
        { limit }
      ),
  },
}

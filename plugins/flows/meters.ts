import { text } from '@crossdock/kernel/ground'
import { countedIn, type StockMeter } from '@crossdock/kernel/ledger'

/** Workflows of an environment, including paused ones. */
export const maxWorkflows: StockMeter = {
  shape: 'stock',
  of: 'environment',
  label: text('Workflows'),
  unit: 'workflows',
  limit: 50,
  used: (place) => countedIn('flows.workflows', place),
  refusal: {
    status: 409,
    code: 'E_QUOTA_WORKFLOWS',
    sentence: ({ limit }) =>
      text(
        'You have reached the limit of {limit} workflows. Nothing was created. Delete one, or ask for more.',
        { limit }
      ),
  },
}

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
        'This environment may have {limit} workflows (maxWorkflows). Nothing was created. Delete one, or ask the operator to raise the limit.',
        { limit }
      ),
  },
}

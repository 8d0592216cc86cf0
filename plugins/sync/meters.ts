import { text } from '@crossdock/kernel/ground'
import { countedIn, type StockMeter } from '@crossdock/kernel/ledger'

/** Contracts of an environment. */
export const maxSyncContracts: StockMeter = {
  shape: 'stock',
  of: 'environment',
  label: text('Sync contracts'),
  unit: 'contracts',
  limit: 200,
  used: (place) => countedIn('sync.contracts', place),
  refusal: {
    status: 409,
    code: 'E_QUOTA_SYNC_CONTRACTS',
    sentence: ({ limit }) =>
      text(
        'You have reached the limit of {limit} sync contracts. Nothing was created. Delete one, or ask for more.',
        { limit }
      ),
  },
}

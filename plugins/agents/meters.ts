import { text } from '@crossdock/kernel/ground'
import { countedIn, type StockMeter } from '@crossdock/kernel/ledger'

/** Agents of an environment that are not retired. */
export const maxAgents: StockMeter = {
  shape: 'stock',
  of: 'environment',
  label: text('Desktop agents'),
  unit: 'agents',
  limit: 100,
  used: (place) => countedIn('agents.live', place),
  refusal: {
    status: 409,
    code: 'E_QUOTA_AGENTS',
    sentence: ({ limit }) =>
      text(
        'You have reached the limit of {limit} desktop agents. Nothing was created. Retire one, or ask for more.',
        { limit }
      ),
  },
}

import { ledger } from '@crossdock/kernel/ledger'
import { kindsInOrder } from '../plan/kinds.js'

/**
 * Locks the meters of the context's environment until the transaction ends. It precedes all row locks, so that
 * transactions which create metered rows do not deadlock. It also allows only one promotion or undo at a time in
 * an environment.
 */
export async function lockMeters(): Promise<void> {
  for (const meter of new Set(
    kindsInOrder()
      .map(([, { meter }]) => meter)
      .sort()
  )) {
    await ledger.use().lock(meter)
  }
}

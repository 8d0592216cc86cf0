import { ledger } from '@crossdock/kernel/ledger'
import { kindsInOrder } from '../plan/kinds.js'

/**
 * Lets nobody else make anything that counts in the context's environment, until the transaction ends: before any row is locked,
 * so that nobody waits for whoever waits for them. One promotion at a time goes into an environment by it, or back.
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

import { tenantTable } from '@crossdock/kernel/tenancy'
import { keptDays } from '../contracts/names.js'
import { inDays } from '../rows/kept.js'

/** Stands for the contract of versions that no contract shows any more. */
const former = 'former'

/**
 * Another asset folder becomes an end of a contract: those who may open it need not be those who could open the one before.
 * Versions stay in the store for their time, and none is reached by the contract. In the open transaction.
 */
export async function closeVersions(contract_id: string): Promise<void> {
  for (const table of ['sync_conflicts', 'sync_skipped'])
    await tenantTable(table).where({ contract_id }).delete()
  await tenantTable('sync_passes').where({ contract_id }).update({ plan: null })
  const kept = () => tenantTable('sync_kept').where({ contract_id })
  await kept()
    .whereNull('kept_until')
    .update({ kept_until: inDays(keptDays) })
  await kept().update({ contract_id: former })
}

import { tenantTable } from '@crossdock/kernel/tenancy'
import { keptDays } from '../contracts/names.js'
import { inDays } from '../rows/kept.js'

/** Stored as the contract id of versions that no contract shows any more. */
const former = 'former'

/**
 * Hides the conflicts, skipped files, plan and kept versions of the former asset folder, when another one
 * replaces it in a contract. People who may open the new folder may have had no access to the former one. The
 * store keeps the versions until they expire. Call it in a transaction.
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

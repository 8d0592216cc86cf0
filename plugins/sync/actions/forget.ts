import type { EnvironmentBelongings } from '@crossdock/environments/contracts'
import { transaction } from '@crossdock/kernel/database'
import { withContext } from '@crossdock/kernel/tenancy'
import { syncRuns } from '../contracts/runs.js'
import { SyncConflict } from '../models/sync_conflict.js'
import { SyncContract } from '../models/sync_contract.js'
import { SyncKept } from '../models/sync_kept.js'
import { SyncRun } from '../models/sync_run.js'
import { SyncSkipped } from '../models/sync_skipped.js'

const rowsAtOnce = 500

/**
 * Deletes a batch of a contract's data, and finally the contract.
 * @returns whether more may remain
 */
export function deleteSomeData(contractId: string): Promise<boolean> {
  return transaction(async () => {
    for (const model of [SyncSkipped, SyncConflict, SyncRun] as const) {
      const rows = await model
        .query()
        .where('contract_id', contractId)
        .limit(rowsAtOnce)
        .select('id')
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await model.query().whereIn('id', ids).delete()
      if (ids.length === rowsAtOnce) return true
    }
    if (await syncRuns.use().forget(contractId)) return true
    await SyncContract.query().where('id', contractId).delete()
    return false
  })
}

/** The contracts of an environment and their kept versions; deleted with the environment. */
export const contractsOfEnvironment: EnvironmentBelongings = {
  deleteSome: (environmentId) =>
    withContext({ environmentId }, async () => {
      const contract = await SyncContract.query().orderBy('id').select('id').first()
      if (contract) {
        await deleteSomeData(contract.id)
        return true
      }
      return transaction(async () => {
        const kept = await SyncKept.query().orderBy('id').limit(rowsAtOnce).select('id')
        const ids = kept.map(({ id }) => id)
        if (ids.length > 0) await SyncKept.query().whereIn('id', ids).delete()
        return ids.length === rowsAtOnce
      })
    }),
}

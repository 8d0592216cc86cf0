import { now } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/ground'
import type { Stop } from '@crossdock/sync-engine'
import type { Phase } from '../contracts/names.js'
import { SyncConflict } from '../models/sync_conflict.js'
import { SyncContract, type Figures } from '../models/sync_contract.js'

/** Returns the locked row of a contract; null for a deleted or unknown one. */
export function lockedContract(id: string): Promise<SyncContract | null> {
  return SyncContract.query().where('id', id).whereNull('deleted_at').forUpdate().first()
}

/** Changes of a contract's state. Omitted fields are kept. */
export interface ContractState {
  phase?: Phase
  /** Why the contract waits, has stopped or has failed. */
  message?: Text | null
  stop?: Stop | null
  /** Merged into the stored figures. */
  figures?: Figures
  lastSyncAt?: string
}

/** Stores the state of a contract, in a transaction. Derives whether a person must act. */
export async function setState(
  contract: SyncContract,
  { figures, ...state }: ContractState
): Promise<void> {
  contract.merge(state)
  if (figures) contract.figures = { ...contract.figures, ...figures }
  contract.needsAttention =
    contract.phase === 'stopped' || contract.phase === 'failed' || (await hasConflict(contract.id))
  if (Object.keys(contract.$dirty).length === 0) return
  await contract.merge({ updatedAt: now() }).save()
}

const hasConflict = async (contractId: string): Promise<boolean> =>
  (await SyncConflict.query()
    .where('contract_id', contractId)
    .where('state', 'open')
    .select('id')
    .first()) !== null

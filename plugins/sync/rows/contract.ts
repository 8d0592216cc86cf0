import { now } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/http'
import type { Stop } from '@crossdock/sync-engine'
import type { Phase } from '../contracts/names.js'
import { SyncConflict } from '../models/sync_conflict.js'
import { SyncContract, type Figures } from '../models/sync_contract.js'

/** The row of a contract that was not deleted, locked until the transaction ends; null when there is none. */
export function lockedContract(id: string): Promise<SyncContract | null> {
  return SyncContract.query().where('id', id).whereNull('deleted_at').forUpdate().first()
}

/** What a pass says of a contract. What is left out stays. */
export interface ContractState {
  phase?: Phase
  /** Why it waits, stopped or failed. */
  message?: Text | null
  stop?: Stop | null
  /** Merged into what is known. */
  figures?: Figures
  lastSyncAt?: string
}

/** Stores how a contract is, inside of a transaction. Whether a person is needed follows from it. */
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

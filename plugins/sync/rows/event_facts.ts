import type { SyncConflict } from '../models/sync_conflict.js'
import type { SyncContract } from '../models/sync_contract.js'
import type { SyncRun } from '../models/sync_run.js'

export const contractTarget = ({ id }: Pick<SyncContract, 'id'>) => ({ type: 'sync_contract', id })

type Named = Pick<SyncContract, 'id' | 'name'>

/** Returns the facts that every event about a contract contains. */
export const factsOf = ({ id: contractId, name }: Named) => ({ contractId, name })

export const factsOfRun = (contract: Named, run: SyncRun) => ({
  ...factsOf(contract),
  runId: run.id,
  trigger: run.trigger,
  files: run.filesDone,
  bytes: run.bytesDone,
})

export const factsOfConflict = (contract: Named, { id, path, cause }: SyncConflict) => ({
  ...factsOf(contract),
  conflictId: id,
  path,
  cause,
})

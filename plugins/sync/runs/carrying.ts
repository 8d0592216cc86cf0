import type { RunningJob } from '@crossdock/kernel/jobs'
import type { Agreed, Expected, PlannedOperation, SideName, Tree } from '@crossdock/sync-engine'
import type { Figures, SyncContract } from '../models/sync_contract.js'
import type { SyncRun } from '../models/sync_run.js'
import type { FoundConflict } from '../rows/index.js'
import type { KnownContents } from './contents.js'
import type { AnyEnd } from './ends/end.js'
import type { FailedFile } from './rows.js'

/** A conflict that a plan found. */
export type Found = Pick<FoundConflict, 'key' | 'path' | 'cause'> & {
  ends: Record<SideName, Expected | null>
}

export interface Carrying {
  job: RunningJob
  contract: SyncContract
  ends: Record<SideName, AnyEnd>
  agreed: Map<string, Agreed>
  held: Map<string, FailedFile>
  contents: KnownContents
  trees: Record<SideName, Tree>
  figuresOf(run: SyncRun): Figures
  /** How often the state of a path differed from the plan. */
  stale: Map<string, number>
  /**
   * Runs work in a transaction that has locked the contract, with the open run.
   * @throws PlanOutdated when contract or run has changed
   */
  commit<T>(work: (contract: SyncContract, run: SyncRun | null) => Promise<T>): Promise<T>
}

/** Yields the content ids in operations. */
export function* hashesIn(operations: readonly PlannedOperation[]): Generator<string> {
  for (const operation of operations) {
    if ('hash' in operation && operation.hash) yield operation.hash
    for (const name of ['expected', 'from', 'source', 'target'] as const) {
      const expected = (operation as Partial<Record<typeof name, Expected | null>>)[name]
      if (expected?.hash) yield expected.hash
    }
  }
}

import { service } from '@crossdock/kernel/plugin'
import type { PlanCounts, SideName, Stop } from '@crossdock/sync-engine'
import type { SyncContract } from '../models/sync_contract.js'
import type { RunTrigger } from './names.js'

/** Who or what asks for a run. */
export interface RequestedBy {
  userId: string | null
  /** Ends with the run: the step of a workflow that waits for it. */
  waitToken?: string
}

/** One row of a plan, for people. */
export interface PlannedRow {
  type: string
  side: SideName
  path: string
  /** Where the file or folder is now, of a move. */
  fromPath?: string
  size: number
  /** That travel at most. */
  bytes: number
}

/** The newest plan of a contract. */
export interface ShownPlan {
  state: 'none' | 'making' | 'ready'
  madeAt: string | null
  stop: Stop | null
  counts: PlanCounts | null
  /** The first 500. */
  operations: PlannedRow[]
  total: number
}

/** What one end has under a path. */
export interface ExplainedEnd {
  path: string
  kind: 'file' | 'folder'
  size: number
  modifiedAt: string | null
  hash: string | null
}

/**
 * How a path stands. `pending`: the next run deals with it. `failing`: the last try failed. `unknown`: neither end has it.
 * `reason` and `detail` are those of a skipped file, or the message of a failure.
 */
export interface Explained {
  path: string
  state: 'in_sync' | 'pending' | 'skipped' | 'conflict' | 'unknown' | 'failing'
  reason: string | null
  detail: string
  /** Where it was skipped, or where it fails. */
  side: SideName | null
  source: ExplainedEnd | null
  target: ExplainedEnd | null
  agreed: ExplainedEnd | null
}

/** Work of an agent or external system that is under way or waits. */
export interface Transfer {
  id: string
  path: string
  side: SideName
  type: string
  state: string
  done: number
  total: number
  error: string | null
  startedAt: string | null
}

/** What an end was found to be when it was last looked at. */
export interface EndFigures {
  files: number | null
  bytes: number | null
  lastScanAt: string | null
}

/** The columns of a contract that was not stored, as the pass reads them. */
export type DraftContract = Pick<
  SyncContract,
  | 'environmentId'
  | 'sourceType'
  | 'sourceConfig'
  | 'targetType'
  | 'targetConfig'
  | 'conflictResolution'
  | 'syncRules'
>

/** What carries out contracts, in the environment of the context. */
export interface SyncRuns {
  /**
   * Asks for a pass, in the caller's transaction when there is one. Passes that are asked for while one waits become
   * one. `manual` and `step` always open a run; the others open one when there is something to do.
   * @returns the run that goes on or was opened, where there is one
   */
  request(
    contractId: string,
    trigger: RunTrigger,
    by?: RequestedBy
  ): Promise<{ runId: string | null }>
  /** Has a plan made that is not carried out. */
  plan(contractId: string): Promise<void>
  /** The plan that was made last. */
  shownPlan(contractId: string): Promise<ShownPlan>
  /** Ends a run: what is under way is finished or dropped. */
  stop(runId: string): Promise<void>
  /** Lets the plan of a run that stopped go on. */
  release(runId: string): Promise<void>
  explain(contractId: string, path: string): Promise<Explained>
  /** Counts of a first run; `needsAgent` where an end is not on the server. */
  preview(draft: DraftContract): Promise<{ needsAgent: boolean; counts: PlanCounts | null }>
  /** What is known of both ends of these contracts. */
  figures(
    contractIds: readonly string[]
  ): Promise<ReadonlyMap<string, Record<SideName, EndFigures>>>
  /** Transfers of a contract that are under way or wait, oldest first. */
  transfers(
    contractId: string,
    page: { offset: number; limit: number }
  ): Promise<{ rows: Transfer[]; total: number }>
  /** The contract was changed or paused, or its ends are others: what was planned counts no more. */
  changed(contractId: string): Promise<void>
  /** Deletes some of what passes keep of a contract. @returns whether there may be more */
  forget(contractId: string): Promise<boolean>
}

export const syncRuns = service<SyncRuns>('sync.runs')

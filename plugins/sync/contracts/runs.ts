import { service } from '@crossdock/kernel/plugin'
import type { PlanCounts, SideName, Stop } from '@crossdock/sync-engine'
import type { ConflictOption, EndConfig, EndType, RunTrigger, SyncRules } from './names.js'

/** The person or workflow step that requests a run. */
export interface RequestedBy {
  userId: string | null
  /** The token of a workflow step that waits for the end of the run. */
  waitToken?: string
}

/** One row of a plan, for people. */
export interface PlannedRow {
  type: string
  side: SideName
  path: string
  /** For a move: the present path of the file or folder. */
  fromPath?: string
  size: number
  /** Maximum transferred bytes. */
  bytes: number
}

/** The newest plan of a contract. */
export interface ShownPlan {
  state: 'none' | 'making' | 'ready'
  madeAt: string | null
  stop: Stop | null
  counts: PlanCounts | null
  /** The first 500 operations. */
  operations: PlannedRow[]
  total: number
}

/** The entry at a path of one end. */
export interface ExplainedEnd {
  path: string
  kind: 'file' | 'folder'
  size: number
  modifiedAt: string | null
  hash: string | null
}

/**
 * The state of a path. `pending`: the next run handles it. `failing`: the last attempt failed. `unknown`:
 * neither end has it. `reason` and `detail` describe a skipped file, or contain the message of a failure.
 */
export interface Explained {
  path: string
  state: 'in_sync' | 'pending' | 'skipped' | 'conflict' | 'unknown' | 'failing'
  reason: string | null
  detail: string
  /** The side on which the path is skipped or fails. */
  side: SideName | null
  source: ExplainedEnd | null
  target: ExplainedEnd | null
  agreed: ExplainedEnd | null
}

/** Work of an agent or external system, in progress or waiting. */
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

/** The state of an end at the last check. */
export interface EndFigures {
  files: number | null
  bytes: number | null
  lastScanAt: string | null
}

/** The columns of an unsaved contract that a pass reads. */
export interface DraftContract {
  environmentId: string
  sourceType: EndType
  sourceConfig: EndConfig
  targetType: EndType
  targetConfig: EndConfig
  conflictResolution: ConflictOption
  syncRules: SyncRules
}

/** Runs contracts, in the environment of the context. */
export interface SyncRuns {
  /**
   * Requests a pass, in the caller's transaction if there is one. Requests that arrive while a pass waits are
   * combined. The triggers `manual` and `step` always open a run. Other triggers open a run only if there is
   * something to do.
   * @returns the open run, if any
   */
  request(
    contractId: string,
    trigger: RunTrigger,
    by?: RequestedBy
  ): Promise<{ runId: string | null }>
  /** Requests a plan for display only, without a run. */
  plan(contractId: string): Promise<void>
  /** The latest plan. */
  shownPlan(contractId: string): Promise<ShownPlan>
  /** Ends a run. Work in progress is finished or dropped. */
  stop(runId: string): Promise<void>
  /** Lets a stopped run carry out its plan. */
  release(runId: string): Promise<void>
  explain(contractId: string, path: string): Promise<Explained>
  /** Counts the operations of a first run. `needsAgent` is true if an end is not on the server. */
  preview(draft: DraftContract): Promise<{ needsAgent: boolean; counts: PlanCounts | null }>
  /** The known state of both ends of these contracts. */
  figures(
    contractIds: readonly string[]
  ): Promise<ReadonlyMap<string, Record<SideName, EndFigures>>>
  /** Transfers of a contract, in progress or waiting, oldest first. */
  transfers(
    contractId: string,
    page: { offset: number; limit: number }
  ): Promise<{ rows: Transfer[]; total: number }>
  /** Invalidates existing plans. Call it after the contract or its ends were changed, and after it was paused. */
  changed(contractId: string): Promise<void>
  /**
   * Deletes some of the data about a contract's passes.
   * @returns whether more may remain
   */
  forget(contractId: string): Promise<boolean>
}

export const syncRuns = service<SyncRuns>('sync.runs')

/** The types of a contract's end. */
export const endTypes = ['local_folder', 'asset_folder', 'external_system'] as const
export type EndType = (typeof endTypes)[number]

/** Where an end is. `clientId` belongs to a local folder's agent, `systemId` to an external system. */
export interface EndConfig {
  path: string
  clientId?: string
  systemId?: string
}

export interface SyncRules {
  /** Extensions without dot, in lower case; empty: all files. */
  fileTypes: string[]
  excludePatterns: string[]
  bidirectional: boolean
  /** If false, entries that are deleted at one end stay at the other end. */
  deletes: boolean
  /** Synced folders below the ends; empty: all. */
  folders: string[]
  /**
   * A run stops if it deletes more files than this, and more than `maxDeletionPercent` of them. Changed
   * contents have the same limits. Null: never.
   */
  maxDeletions: number | null
  maxDeletionPercent: number
}

export const sides = ['source', 'target'] as const

/** `local` means the local folder; without one, it means the source. */
export const conflictOptions = ['local_wins', 'remote_wins', 'timestamp', 'manual'] as const
export type ConflictOption = (typeof conflictOptions)[number]

export const scheduleModes = ['continuous', 'schedule', 'manual'] as const
export type ScheduleMode = (typeof scheduleModes)[number]

/**
 * `upload`: from the local folder. `download`: to the local folder. `one_way`: from source to target, if
 * neither end or both ends are local folders.
 */
export const syncDirections = ['bidirectional', 'upload', 'download', 'one_way'] as const
export type SyncDirection = (typeof syncDirections)[number]

/**
 * `waiting`: an end is unavailable. `stopped`: a person must review the plan. `inactive`: the contract is
 * paused.
 */
export const phases = [
  'idle',
  'scanning',
  'syncing',
  'waiting',
  'stopped',
  'failed',
  'inactive',
] as const
export type Phase = (typeof phases)[number]

export const runTriggers = ['manual', 'schedule', 'continuous', 'event', 'step'] as const
export type RunTrigger = (typeof runTriggers)[number]

/** `partial`: some files failed or wait. `stopped`: a person must release the plan; the run has not ended. */
export const runStatuses = [
  'running',
  'stopped',
  'completed',
  'partial',
  'failed',
  'cancelled',
] as const
export type RunStatus = (typeof runStatuses)[number]

/** The possible results of a run. */
export type RunEnd = Exclude<RunStatus, 'running' | 'stopped'>

export const conflictCauses = ['both_changed', 'both_created', 'changed_and_deleted'] as const

export const conflictStates = ['open', 'resolved'] as const
export const keepChoices = ['source', 'target', 'both', 'merged'] as const
export type KeepChoice = (typeof keepChoices)[number]

/** `transit`: the content is on its way from one end to the other. */
export const keptReasons = ['overwritten', 'conflict', 'deleted', 'transit'] as const
export type KeptReason = (typeof keptReasons)[number]

/** How long overwritten or deleted versions, and those of a resolved conflict, are kept. */
export const keptDays = 30
/** How long content in transit is kept. A pass that still needs the content extends this time. */
export const transitDays = 7
/** Maximum number of skipped files of a contract that are listed. All are counted. */
export const mostSkipped = 5_000

/** What an end of a contract can be. */
export const endTypes = ['local_folder', 'asset_folder', 'external_system'] as const
export type EndType = (typeof endTypes)[number]

export const sides = ['source', 'target'] as const

/** `local` is the end that is a local folder, else the source. */
export const conflictOptions = ['local_wins', 'remote_wins', 'timestamp', 'manual'] as const
export type ConflictOption = (typeof conflictOptions)[number]

export const scheduleModes = ['continuous', 'schedule', 'manual'] as const
export type ScheduleMode = (typeof scheduleModes)[number]

/** `upload`: from the local folder. `download`: to it. `one_way`: neither end or both are local folders. */
export const syncDirections = ['bidirectional', 'upload', 'download', 'one_way'] as const
export type SyncDirection = (typeof syncDirections)[number]

/** `waiting`: for an end that is away. `stopped`: a person must look at the plan. `inactive`: paused. */
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

/** What a run can end as. */
export type RunEnd = Exclude<RunStatus, 'running' | 'stopped'>

export const conflictCauses = ['both_changed', 'both_created', 'changed_and_deleted'] as const

export const conflictStates = ['open', 'resolved'] as const
export const keepChoices = ['source', 'target', 'both', 'merged'] as const
export type KeepChoice = (typeof keepChoices)[number]

/** `transit`: on its way from one end to the other. */
export const keptReasons = ['overwritten', 'conflict', 'deleted', 'transit'] as const
export type KeptReason = (typeof keptReasons)[number]

/** Versions that were overwritten or deleted, and those of a resolved conflict, are kept for so long. */
export const keptDays = 30
/** Content in transit is kept for so long; a pass that still needs it extends the time. */
export const transitDays = 7
/** So many skipped files of a contract are listed; all are counted. */
export const mostSkipped = 5_000

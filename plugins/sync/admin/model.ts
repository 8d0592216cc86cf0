import type { BadgeVariant } from '@crossdock/admin/kit'

export * from './paths.js'

/** Polling interval of lists in milliseconds, for changes that emit no events. */
export const POLL = 10_000

export const endTypes = ['local_folder', 'asset_folder', 'external_system'] as const
export type EndType = (typeof endTypes)[number]

export const conflictOptions = ['timestamp', 'local_wins', 'remote_wins', 'manual'] as const
export type ConflictOption = (typeof conflictOptions)[number]

export type SideName = 'source' | 'target'
export const sideNames = ['source', 'target'] as const

export interface EndConfig {
  path: string
  /** The agent of a local folder. */
  clientId?: string | null
  systemId?: string | null
}

export interface SyncRules {
  fileTypes: string[]
  excludePatterns: string[]
  bidirectional: boolean
  deletes: boolean
  folders: string[]
  maxDeletions: number | null
  maxDeletionPercent: number
}

export const scheduleModes = ['continuous', 'schedule', 'manual'] as const

export interface ScheduleConfig {
  mode: (typeof scheduleModes)[number]
  cron?: string | null
  timezone?: string | null
  events?: string[] | null
}

/** A limit of the transfer rate for a part of the day. */
export interface Bandwidth {
  from: string
  to: string
  kbps: number
}

export interface Stop {
  code: 'root_missing' | 'many_deletions' | 'many_changes'
  side: SideName
  count?: number
  of?: number
}

export interface Progress {
  filesDone: number
  files: number
  bytesDone: number
  bytes: number
}

export interface ContractState {
  phase: 'idle' | 'scanning' | 'syncing' | 'waiting' | 'stopped' | 'failed' | 'inactive'
  message: string | null
  stop: Stop | null
  runId: string | null
  progress: Progress | null
  openConflicts: number
  skipped: number
  nextRunAt: string | null
}

export interface ContractSide {
  type: EndType
  /** Name of the computer or system; null without one. */
  label: string | null
  path: string
  isOnline: boolean
  /** Time of the last heartbeat of a computer's agent. */
  lastSeenAt: string | null
  files: number | null
  bytes: number | null
  lastScanAt: string | null
  agentId: string | null
  systemId: string | null
  folderId: string | null
}

export interface SyncContract {
  id: string
  tenantId: string
  environmentId: string
  name: string
  description: string | null
  sourceType: EndType
  sourceConfig: EndConfig
  targetType: EndType
  targetConfig: EndConfig
  conflictResolution: ConflictOption
  syncRules: SyncRules
  scheduleConfig: ScheduleConfig
  bandwidth: Bandwidth[]
  isActive: boolean
  lastSync: string | null
  revision: number
  createdAt: string
  createdBy: string | null
  state: ContractState
  sides: Record<SideName, ContractSide>
}

export interface SyncStats {
  totalContracts: number
  activeContracts: number
  syncingContracts: number
  attentionContracts: number
  syncedToday: number
  conflictsToday: number
  openConflicts: number
}

export interface PlanCounts {
  created: number
  changed: number
  moved: number
  deleted: number
  conflicts: number
  skipped: number
  bytes: number
  sourceFiles: number
  sourceBytes: number
  targetFiles: number
  targetBytes: number
}

export interface PlanStep {
  type: string
  side: SideName | null
  path: string
  fromPath?: string | null
  size: number | null
  /** Maximum bytes to transfer; less than `size` if the other end already has a part. */
  bytes: number | null
}

export interface SyncPlan {
  state: 'none' | 'making' | 'ready'
  madeAt: string | null
  stop: Stop | null
  counts: PlanCounts | null
  operations: PlanStep[]
  total: number
}

export interface SyncRun {
  id: string
  trigger: 'manual' | 'schedule' | 'continuous' | 'event' | 'step'
  startedBy: string | null
  status: 'running' | 'completed' | 'partial' | 'stopped' | 'failed' | 'cancelled'
  startedAt: string
  endedAt: string | null
  counts: Partial<PlanCounts> | null
  filesDone: number
  bytesDone: number
  stop: Stop | null
  message: string | null
}

export interface SkippedFile {
  id: string
  side: SideName
  path: string
  kind: 'file' | 'folder'
  /** Why the file is not synced, and what to do. */
  sentence: string
}

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

export interface Explanation {
  path: string
  state: 'in_sync' | 'pending' | 'skipped' | 'conflict' | 'unknown' | 'failing'
  sentence: string
}

export interface Binding {
  id: string
  contractId: string
  contractName: string
  side: SideName
  type: EndType
  label: string | null
  path: string
  isOnline: boolean
  files: number | null
  bytes: number | null
  lastScanAt: string | null
  phase: ContractState['phase']
}

/** One of the two versions of a conflict; null where the file was deleted. */
export interface ConflictVersion {
  hash: string | null
  size: number
  modifiedAt: string | null
  by: string | null
}

export interface SyncConflict {
  id: string
  contractId: string
  contractName: string | null
  path: string
  cause: 'both_changed' | 'both_created' | 'changed_and_deleted'
  source: ConflictVersion | null
  target: ConflictVersion | null
  state: 'open' | 'resolved'
  resolution: string | null
  resolvedBy: string | null
  resolvedAt: string | null
  openedAt: string
}

/** A version that sync overwrote or deleted, or that lost a conflict. */
export interface KeptVersion {
  id: string
  contractId: string
  side: SideName
  path: string
  size: number
  reason: 'overwritten' | 'deleted' | 'conflict'
  /** Null while the conflict of the version is open. */
  keptUntil: string | null
  createdAt: string
}

const HOUR = 3_600_000

export type Health = 'inactive' | 'never' | 'fresh' | 'day' | 'late'

/** The health of a contract by its last sync: 1 and 24 hours, as in the specification. */
export function healthOf(
  { isActive, lastSync }: Pick<SyncContract, 'isActive' | 'lastSync'>,
  now = Date.now()
): Health {
  if (!isActive) return 'inactive'
  if (!lastSync) return 'never'
  const age = now - Date.parse(lastSync)
  if (age < HOUR) return 'fresh'
  return age < 24 * HOUR ? 'day' : 'late'
}

export const healthColor: Record<Health, BadgeVariant> = {
  inactive: 'outline',
  never: 'warning',
  fresh: 'success',
  day: 'secondary',
  late: 'warning',
}

export const isRunning = ({ state: { phase } }: Pick<SyncContract, 'state'>) =>
  phase === 'scanning' || phase === 'syncing'

/** Returns the unavailable ends: offline computers and inactive systems. */
export const unavailableSides = ({ sides }: Pick<SyncContract, 'sides'>): ContractSide[] =>
  sideNames.map((side) => sides[side]).filter(({ isOnline, label }) => !isOnline && label !== null)

/** Whether a person can release the stop. They cannot while a folder is missing. */
export const canRelease = (stop: Stop | null) => stop !== null && stop.code !== 'root_missing'

export const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Returns the end that the conflict options call local: the folder on a computer, else the source. */
export const localSide = (contract: Pick<SyncContract, 'sourceType' | 'targetType'>): SideName =>
  contract.sourceType !== 'local_folder' && contract.targetType === 'local_folder'
    ? 'target'
    : 'source'

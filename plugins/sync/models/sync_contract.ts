import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/http'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { SideName, Stop } from '@crossdock/sync-engine'
import type {
  ConflictOption,
  EndType,
  Phase,
  ScheduleMode,
  SyncDirection,
} from '../contracts/names.js'

/** Where an end lies. `clientId` is of a local folder's agent, `systemId` of an external system. */
export interface EndConfig {
  path: string
  clientId?: string
  systemId?: string
}

export interface SyncRules {
  /** Endings without dot, in lower case; empty: all files. */
  fileTypes: string[]
  excludePatterns: string[]
  bidirectional: boolean
  /** False: what is deleted at one end stays at the other. */
  deletes: boolean
  /** Folders below the ends; empty: all. */
  folders: string[]
  /** More deletions than this number and this share of the files stop a run; null: none does. */
  maxDeletions: number | null
  maxDeletionPercent: number
}

export interface ScheduleConfig {
  mode: ScheduleMode
  cron?: string
  timezone?: string
  /** Types of events of the log that start a run. */
  events?: string[]
}

/** From when to when in the agent's local time, `HH:MM`; over midnight when `to` is the earlier one. */
interface BandwidthRule {
  from: string
  to: string
  kbps: number
}

/** How far the run that goes on is. */
export interface Figures {
  filesDone?: number
  files?: number
  bytesDone?: number
  bytes?: number
  /** Files that the last pass skipped, also those that are not listed. */
  skipped?: number
}

/** Two ends that are kept equal. */
export class SyncContract extends TenantModel {
  static override table = 'sync_contracts'

  /** Where it works; rows stay there. */
  @column()
  declare environmentId: string

  /** The person whose rights to files it uses. */
  @column()
  declare userId: string

  @column()
  declare name: string

  @column()
  declare description: string | null

  @column()
  declare sourceType: EndType

  @jsonColumn()
  declare sourceConfig: EndConfig

  @column()
  declare targetType: EndType

  @jsonColumn()
  declare targetConfig: EndConfig

  /** Rows of the agents and systems at the ends. */
  @column()
  declare sourceAgentId: string | null

  @column()
  declare targetAgentId: string | null

  @column()
  declare sourceSystemId: string | null

  @column()
  declare targetSystemId: string | null

  @column()
  declare conflictResolution: ConflictOption

  @jsonColumn()
  declare syncRules: SyncRules

  @jsonColumn()
  declare scheduleConfig: ScheduleConfig

  @jsonColumn()
  declare bandwidth: BandwidthRule[]

  /* Derived from the above whenever a contract is saved. */

  @column()
  declare syncMode: ScheduleMode

  @column()
  declare syncDirection: SyncDirection

  @column()
  declare localPath: string

  @column()
  declare remotePath: string

  /** The folder of the end that lies in assets; null until it was found or made. */
  @column()
  declare remoteAssetId: string | null

  @booleanColumn()
  declare isActive: boolean

  /** Changes with every change of what is synced. */
  @column()
  declare revision: number

  @column()
  declare phase: Phase

  /** Why it waits, stopped or failed. */
  @jsonColumn()
  declare message: Text | null

  @jsonColumn()
  declare stop: Stop | null

  @jsonColumn()
  declare figures: Figures

  /** A person is needed. */
  @booleanColumn()
  declare needsAttention: boolean

  /** When the last run ended that left both ends equal. */
  @instantColumn()
  declare lastSyncAt: string | null

  /** When a run starts by the schedule, or an external system is listed again. */
  @instantColumn()
  declare nextRunAt: string | null

  /** Set: what belongs to it is being deleted. */
  @instantColumn()
  declare deletedAt: string | null

  @instantColumn()
  declare updatedAt: string

  endOf(side: SideName) {
    return side === 'source'
      ? {
          type: this.sourceType,
          config: this.sourceConfig,
          agentId: this.sourceAgentId,
          systemId: this.sourceSystemId,
        }
      : {
          type: this.targetType,
          config: this.targetConfig,
          agentId: this.targetAgentId,
          systemId: this.targetSystemId,
        }
  }
}

import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/ground'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { SideName, Stop } from '@crossdock/sync-engine'
import type {
  ConflictOption,
  EndConfig,
  EndType,
  Phase,
  ScheduleMode,
  SyncDirection,
  SyncRules,
} from '../contracts/names.js'

export interface ScheduleConfig {
  mode: ScheduleMode
  cron?: string
  timezone?: string
  /** Types of logged events that start a run. */
  events?: string[]
}

/** Hours in the agent's local time, `HH:MM`. They cross midnight if `to` is earlier. */
interface BandwidthRule {
  from: string
  to: string
  kbps: number
}

/** Progress of the open run. */
export interface Figures {
  filesDone?: number
  files?: number
  bytesDone?: number
  bytes?: number
  /** Files that the last pass skipped, including unlisted ones. */
  skipped?: number
}

/** Two ends that are kept in sync. */
export class SyncContract extends TenantModel {
  static override table = 'sync_contracts'

  /** The environment; it never changes. */
  @column()
  declare environmentId: string

  /** The owner, whose file permissions the contract uses. */
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

  /** Row ids of the agents and systems at the ends. */
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

  /** Derived from the fields above when a contract is saved. */

  @column()
  declare syncMode: ScheduleMode

  @column()
  declare syncDirection: SyncDirection

  @column()
  declare localPath: string

  @column()
  declare remotePath: string

  /** The folder of the asset end; null until it was found or created. */
  @column()
  declare remoteAssetId: string | null

  @booleanColumn()
  declare isActive: boolean

  /** Increases with every change that affects sync. */
  @column()
  declare revision: number

  @column()
  declare phase: Phase

  /** Why the contract waits, has stopped or has failed. */
  @jsonColumn()
  declare message: Text | null

  @jsonColumn()
  declare stop: Stop | null

  @jsonColumn()
  declare figures: Figures

  /** Whether a person must act. */
  @booleanColumn()
  declare needsAttention: boolean

  /** When the last run ended that made both ends equal. */
  @instantColumn()
  declare lastSyncAt: string | null

  /** When the next run starts by the schedule, or when an external system is listed next. */
  @instantColumn()
  declare nextRunAt: string | null

  /** When set, a job deletes the data of the contract. */
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

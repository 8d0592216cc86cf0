import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { TriggerEvent } from '../contracts/index.js'

/** Events about files that a workflow gathers for one run; a workflow has at most one such row. */
export class FileBurst extends TenantModel {
  static override table = 'flow_file_bursts'

  @column()
  declare workflowId: string

  /** When its run starts, unless more comes. */
  @instantColumn()
  declare dueAt: string

  @column()
  declare eventCount: number

  @column()
  declare fileCount: number

  /** The event the run is said to follow from: of those with the longest chain of runs behind them the newest. */
  @jsonColumn()
  declare event: TriggerEvent

  @column()
  declare rootId: string

  /** Runs that led to that event. */
  @column()
  declare depth: number

  /** Who is behind all of the events; null when it is nobody or several people. */
  @column()
  declare userId: string | null
}

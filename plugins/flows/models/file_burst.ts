import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { TriggerEvent } from '../contracts/index.js'

/** File events that a workflow gathers for one run. A workflow has at most one row here. */
export class FileBurst extends TenantModel {
  static override table = 'flow_file_bursts'

  @column()
  declare workflowId: string

  /** When the run starts, unless more events come. */
  @instantColumn()
  declare dueAt: string

  @column()
  declare eventCount: number

  @column()
  declare fileCount: number

  /** The event that counts as the cause of the run: the newest among those with the longest chain of runs. */
  @jsonColumn()
  declare event: TriggerEvent

  @column()
  declare rootId: string

  /** Number of runs that led to `event`. */
  @column()
  declare depth: number

  /** The person who caused all events; null if there is none or more than one. */
  @column()
  declare userId: string | null
}

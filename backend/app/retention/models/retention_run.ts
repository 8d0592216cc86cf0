import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** The last deletion of a kind of record. */
export class RetentionRun extends TenantModel {
  static override table = 'retention_runs'

  @column()
  declare kind: string

  @column()
  declare jobId: string

  @instantColumn()
  declare startedAt: string

  /** Null while it is running. */
  @instantColumn()
  declare endedAt: string | null

  @column()
  declare deleted: number

  @booleanColumn()
  declare failed: boolean

  /** Rows older than this will be deleted, as announced at `warnedAt`. */
  @instantColumn()
  declare warnedBefore: string | null

  @instantColumn()
  declare warnedAt: string | null
}

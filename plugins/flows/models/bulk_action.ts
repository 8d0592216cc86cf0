import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

export const bulkVerbs = ['cancel', 'retry', 'replay'] as const

/** One thing that is done to many runs by a job, and how far it has come. */
export class BulkAction extends TenantModel {
  static override table = 'flow_bulk_actions'

  @column()
  declare environmentId: string | null

  @column()
  declare action: (typeof bulkVerbs)[number]

  /** The runs, as they matched when it was asked for. */
  @jsonColumn()
  declare ids: string[]

  @column()
  declare total: number

  @column()
  declare done: number

  @column()
  declare refused: number

  @column()
  declare firstRefusal: string | null

  @instantColumn()
  declare completedAt: string | null
}

import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

export const bulkVerbs = ['cancel', 'retry', 'replay'] as const

/** An action that a job applies to many runs, with its progress. */
export class BulkAction extends TenantModel {
  static override table = 'flow_bulk_actions'

  @column()
  declare environmentId: string | null

  @column()
  declare action: (typeof bulkVerbs)[number]

  /** The runs that matched when the action was requested. */
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

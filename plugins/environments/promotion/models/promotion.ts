import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { PlannedItem, Undo, Warning } from '../plan_types.js'

/** One promotion into an environment. */
export class Promotion extends TenantModel {
  static override table = 'environment_promotions'

  /** The source environment, which may have been deleted since. */
  @column()
  declare sourceId: string

  /** The name of the source environment at that time. */
  @column()
  declare sourceName: string

  @column()
  declare targetId: string

  /** The person who promoted. Kept after the person is deleted. */
  @column()
  declare promotedBy: string | null

  @jsonColumn()
  declare items: PlannedItem[]

  @jsonColumn()
  declare warnings: Warning[]

  /** The data for an undo. The API never shows it. */
  @jsonColumn()
  declare undo: Undo[]

  @instantColumn()
  declare undoneAt: string | null

  /** The person who undid the promotion. Kept after the person is deleted. */
  @column()
  declare undoneBy: string | null
}

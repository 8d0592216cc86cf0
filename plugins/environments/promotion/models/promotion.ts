import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { PlannedItem, Undo, Warning } from '../plan/plan.js'

/** What was carried into an environment at once. */
export class Promotion extends TenantModel {
  static override table = 'environment_promotions'

  /** As history: it may be gone. */
  @column()
  declare sourceId: string

  /** As people saw it then. */
  @column()
  declare sourceName: string

  @column()
  declare targetId: string

  /** As history. */
  @column()
  declare promotedBy: string | null

  @jsonColumn()
  declare items: PlannedItem[]

  @jsonColumn()
  declare warnings: Warning[]

  /** What the way back takes; shown to nobody. */
  @jsonColumn()
  declare undo: Undo[]

  @instantColumn()
  declare undoneAt: string | null

  /** As history. */
  @column()
  declare undoneBy: string | null
}

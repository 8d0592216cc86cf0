import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { RunTrigger, ShownPlan } from '../contracts/index.js'

/** What passes remember of a contract. */
export class SyncPass extends TenantModel {
  static override table = 'sync_passes'

  @column()
  declare contractId: string

  /** Counts what asked for a pass. */
  @column()
  declare wanted: number

  /** Up to where a pass has answered it. */
  @column()
  declare done: number

  @column()
  declare trigger: RunTrigger | null

  @column()
  declare startedBy: string | null

  /** How long the last pass took: passes after events of a large folder keep a distance. */
  @column()
  declare lastMs: number

  /** A person has seen the plan and lets it go on. */
  @booleanColumn()
  declare isReleased: boolean

  /** A plan is asked for that is not carried out. */
  @booleanColumn()
  declare wantsPlan: boolean

  @jsonColumn()
  declare plan: ShownPlan | null

  /** When the pass begins again by itself. */
  @instantColumn()
  declare resumesAt: string | null
}

import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { RunTrigger, ShownPlan } from '../contracts/index.js'

/** The state of the passes of a contract. */
export class SyncPass extends TenantModel {
  static override table = 'sync_passes'

  @column()
  declare contractId: string

  /** Number of requests for a pass. */
  @column()
  declare wanted: number

  /** Number of requests that passes have handled. */
  @column()
  declare done: number

  @column()
  declare trigger: RunTrigger | null

  @column()
  declare startedBy: string | null

  /** After events, no pass begins before this time. Passes of large folders have longer pauses. */
  @instantColumn()
  declare restsUntil: string | null

  /** Whether a person requested a plan that is not carried out. */
  @booleanColumn()
  declare wantsPlan: boolean

  @jsonColumn()
  declare plan: ShownPlan | null

  /** When the pass starts again automatically. */
  @instantColumn()
  declare resumesAt: string | null
}

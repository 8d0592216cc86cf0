import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { CircuitState } from '../contracts/index.js'

/** Whether calls to a system pause; a system without a row is called. */
export class SystemCircuit extends TenantModel {
  static override table = 'system_circuits'

  /** Where it works; rows stay there. */
  @column()
  declare environmentId: string

  @column()
  declare systemId: string

  @column()
  declare state: CircuitState

  /** Opened by a person: nobody tries until it is reset. */
  @booleanColumn()
  declare byHand: boolean

  /** How often it was opened without having been closed between. */
  @column()
  declare opens: number

  @column()
  declare reason: string | null

  @instantColumn()
  declare openedAt: string | null

  /** open: when the next call is tried. half_open: when another one may be. */
  @instantColumn()
  declare until: string | null

  @instantColumn()
  declare closedAt: string | null
}

import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { CircuitState } from '../contracts/index.js'

/** Whether calls to a system are paused; a system without a row is not paused. */
export class SystemCircuit extends TenantModel {
  static override table = 'system_circuits'

  /** The environment; it never changes. */
  @column()
  declare environmentId: string

  @column()
  declare systemId: string

  @column()
  declare state: CircuitState

  /** Whether a person paused the calls. Then there is no probe until a reset. */
  @booleanColumn()
  declare byHand: boolean

  /** Number of pauses since the last success. */
  @column()
  declare opens: number

  @column()
  declare reason: string | null

  @instantColumn()
  declare openedAt: string | null

  /** open: time of the next call. half_open: when another call may be the probe. */
  @instantColumn()
  declare until: string | null

  @instantColumn()
  declare closedAt: string | null
}

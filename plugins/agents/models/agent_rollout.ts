import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** Hours in UTC. They cross midnight if `to` is earlier. */
export interface UpdateHours {
  from: string
  to: string
}

/** The update settings of an environment's agents. */
export class AgentRollout extends TenantModel {
  static override table = 'agent_rollouts'

  @column()
  declare environmentId: string

  @booleanColumn()
  declare isActive: boolean

  /** Percentage of the agents. Each version selects a different subset. */
  @column()
  declare percentage: number

  /** After this many failures of a version, no further update begins. */
  @column()
  declare maxFailures: number

  /** The hours of updates; null: at any time. */
  @jsonColumn()
  declare updateHours: UpdateHours | null

  @column()
  declare stoppedVersion: string | null

  @column()
  declare stoppedReason: string | null

  @instantColumn()
  declare updatedAt: string
}

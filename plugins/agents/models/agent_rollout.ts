import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** From when to when, UTC. Over midnight when `to` is the earlier one. */
export interface UpdateHours {
  from: string
  to: string
}

/** How the agents of an environment are updated. */
export class AgentRollout extends TenantModel {
  static override table = 'agent_rollouts'

  @column()
  declare environmentId: string

  @booleanColumn()
  declare isActive: boolean

  /** Of the agents. Which they are differs from version to version. */
  @column()
  declare percentage: number

  /** When so many have failed at a version, no further one begins. */
  @column()
  declare maxFailures: number

  /** null: at any time. */
  @jsonColumn()
  declare updateHours: UpdateHours | null

  @column()
  declare stoppedVersion: string | null

  @column()
  declare stoppedReason: string | null

  @instantColumn()
  declare updatedAt: string
}

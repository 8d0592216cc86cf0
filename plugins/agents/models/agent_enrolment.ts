import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A token that enrolls one agent, once. */
export class AgentEnrolment extends TenantModel {
  static override table = 'agent_enrolments'

  @column()
  declare environmentId: string

  @column({ serializeAs: null })
  declare tokenHash: string

  /** The person who created it: the agent acts with their rights. */
  @column()
  declare userId: string

  @column()
  declare groupId: string | null

  @jsonColumn()
  declare scopes: string[]

  @instantColumn()
  declare expiresAt: string

  @instantColumn()
  declare usedAt: string | null

  @instantColumn()
  declare revokedAt: string | null

  @column()
  declare agentId: string | null
}

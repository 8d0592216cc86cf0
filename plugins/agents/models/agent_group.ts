import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { AgentProfile } from '../contracts/index.js'

/** Agents that share a configuration profile. */
export class AgentGroup extends TenantModel {
  static override table = 'agent_groups'

  @column()
  declare environmentId: string

  @column()
  declare name: string

  @jsonColumn()
  declare profile: AgentProfile

  @instantColumn()
  declare updatedAt: string
}

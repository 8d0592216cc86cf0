import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** An agent's report about its machine at a time. */
export interface HealthSample {
  at: string
  pending: number
  freeBytes: number
  rssBytes: number
}

export interface AgentLogLine {
  at: string
  level: string
  message: string
}

/** Agent data that lists do not read. */
export class AgentDetails extends TenantModel {
  static override table = 'agent_details'

  @column()
  declare environmentId: string

  @column()
  declare agentId: string

  @jsonColumn()
  declare health: HealthSample[]

  @jsonColumn()
  declare log: AgentLogLine[]

  @column()
  declare diagnosticsId: string | null

  @instantColumn()
  declare diagnosticsAt: string | null

  /** The diagnostics; null while they are requested but not received yet. */
  @column()
  declare diagnostics: string | null
}

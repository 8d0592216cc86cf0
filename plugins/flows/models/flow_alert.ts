import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** What people want to hear of a workflow. */
export class FlowAlert extends TenantModel {
  static override table = 'flow_alerts'

  @column()
  declare workflowId: string

  @column({ consume: Boolean })
  declare onFailure: boolean

  @column()
  declare longerThanMinutes: number | null

  @column()
  declare notWithinHours: number | null

  @column()
  declare quietMinutes: number

  /** Ids of the people who are told. */
  @jsonColumn()
  declare members: string[]

  /** Sealed. */
  @column({ serializeAs: null })
  declare webhookAddress: string | null

  @instantColumn()
  declare updatedAt: string
}

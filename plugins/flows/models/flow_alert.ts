import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** The alert settings of a workflow. */
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

  /** Ids of the people to alert. */
  @jsonColumn()
  declare members: string[]

  /** The sealed address that alerts are sent to. */
  @column({ serializeAs: null })
  declare webhookAddress: string | null

  @instantColumn()
  declare updatedAt: string
}

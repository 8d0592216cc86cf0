import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** The event of a connected system that starts a workflow. All other data of the flow is in the workflow's row. */
export class SystemFlow extends TenantModel {
  static override table = 'system_interaction_flows'

  @column()
  declare workflowId: string

  @column()
  declare triggerSystemId: string

  @column()
  declare triggerEventType: string
}

import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** Which event of which connected system starts a workflow; the rest of the flow is in the row of the workflow. */
export class SystemFlow extends TenantModel {
  static override table = 'system_interaction_flows'

  @column()
  declare workflowId: string

  @column()
  declare triggerSystemId: string

  @column()
  declare triggerEventType: string
}

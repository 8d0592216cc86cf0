import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** An event type that starts an active workflow. */
export class HeardEvent extends TenantModel {
  static override table = 'flow_heard_events'

  @column()
  declare workflowId: string

  @column()
  declare eventType: string
}

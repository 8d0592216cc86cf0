import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A type of event that an active workflow has chosen to be set off by. */
export class HeardEvent extends TenantModel {
  static override table = 'flow_heard_events'

  @column()
  declare workflowId: string

  @column()
  declare eventType: string
}

import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** An id that a workflow references. */
export class WorkflowUse extends TenantModel {
  static override table = 'integration_workflow_uses'

  @column()
  declare workflowId: string

  @column()
  declare usedId: string
}

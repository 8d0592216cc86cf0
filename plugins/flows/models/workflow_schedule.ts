import { column } from '@adonisjs/lucid/orm'
import { instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** When a scheduled workflow is due next. */
export class WorkflowSchedule extends TenantModel {
  static override table = 'integration_workflow_schedules'

  @column()
  declare workflowId: string

  /** The time for which its next run is meant; null while the workflow is paused. */
  @instantColumn()
  declare nextAt: string | null

  /** When it is looked at: at that time, or later while a run before it goes on. */
  @instantColumn()
  declare wakeAt: string | null

  /** What was due up to here has waited, and was not missed. */
  @instantColumn()
  declare heldUntil: string | null

  @column()
  declare lastRunId: string | null

  /** The time for which that run was meant. */
  @instantColumn()
  declare lastFor: string | null
}

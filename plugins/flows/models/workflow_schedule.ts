import { column } from '@adonisjs/lucid/orm'
import { instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** When a scheduled workflow is due next. */
export class WorkflowSchedule extends TenantModel {
  static override table = 'integration_workflow_schedules'

  @column()
  declare workflowId: string

  /** The scheduled time of the next run; null while the workflow is paused. */
  @instantColumn()
  declare nextAt: string | null

  /** When the schedule is checked next: at `nextAt`, or later while a previous run is active. */
  @instantColumn()
  declare wakeAt: string | null

  /** Scheduled times up to here were delayed by a previous run, and do not count as missed. */
  @instantColumn()
  declare heldUntil: string | null

  @column()
  declare lastRunId: string | null

  /** The scheduled time of the last run. */
  @instantColumn()
  declare lastFor: string | null
}

import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { FlowStep, TriggerConfig } from '../contracts/index.js'

/** A present or former definition of a workflow. Runs keep the one they started with. */
export class WorkflowVersion extends TenantModel {
  static override table = 'integration_workflow_versions'

  @column()
  declare workflowId: string

  /** The number of the version: 1, 2, 3 … */
  @column()
  declare version: number

  @column()
  declare name: string

  @column()
  declare triggerType: string

  @jsonColumn()
  declare triggerConfig: TriggerConfig

  @jsonColumn()
  declare steps: FlowStep[]

  @column()
  declare savedBy: string | null
}

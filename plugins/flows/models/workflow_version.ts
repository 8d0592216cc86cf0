import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { FlowStep, TriggerConfig } from '../contracts/index.js'

/** A definition that a workflow has or had; runs keep the one they began with. */
export class WorkflowVersion extends TenantModel {
  static override table = 'integration_workflow_versions'

  @column()
  declare workflowId: string

  /** 1, 2, 3 … */
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

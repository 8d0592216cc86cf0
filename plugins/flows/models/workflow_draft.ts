import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { FlowStep, TriggerConfig } from '../contracts/index.js'

/** Changes to a workflow that one person has not activated. They may be incomplete. */
export class WorkflowDraft extends TenantModel {
  static override table = 'integration_workflow_drafts'

  @column()
  declare workflowId: string

  @column()
  declare userId: string

  /** The version the changes are based on; null: the workflow had none yet. */
  @column()
  declare baseVersion: number | null

  /** Increases with each save: 1, 2, 3 … */
  @column()
  declare revision: number

  @column()
  declare name: string

  @column()
  declare description: string | null

  @column()
  declare triggerType: string

  @jsonColumn()
  declare triggerConfig: TriggerConfig

  @jsonColumn()
  declare steps: FlowStep[]

  /** The id of the test run with the newest result of each step, by step id. */
  @jsonColumn()
  declare samples: Record<string, string>

  @instantColumn()
  declare updatedAt: string
}

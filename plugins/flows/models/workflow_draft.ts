import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { FlowStep, TriggerConfig } from '../contracts/index.js'

/** What one person has changed about a workflow and not activated yet. It may be incomplete. */
export class WorkflowDraft extends TenantModel {
  static override table = 'integration_workflow_drafts'

  @column()
  declare workflowId: string

  @column()
  declare userId: string

  /** The version the changes were begun on; null: the workflow had none yet. */
  @column()
  declare baseVersion: number | null

  /** 1, 2, 3 … with each save. */
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

  /** By step id: the id of the test run that holds its newest result. */
  @jsonColumn()
  declare samples: Record<string, string>

  @instantColumn()
  declare updatedAt: string
}

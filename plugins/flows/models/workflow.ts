import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { FlowStep, TriggerConfig } from '../contracts/index.js'

/** A flow as people define it: its trigger and its steps. */
export class Workflow extends TenantModel {
  static override table = 'integration_workflows'

  /** The environment of the workflow. It never changes. */
  @column()
  declare environmentId: string

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

  /** The version row that stores this definition for its runs. */
  @column()
  declare versionId: string | null

  @booleanColumn()
  declare isActive: boolean

  /** The user for whom its runs act; null: none, so its steps may do nothing. */
  @column()
  declare savedBy: string | null

  @instantColumn()
  declare updatedAt: string
}

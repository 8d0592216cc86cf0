import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { FlowStep, TriggerConfig } from '../contracts/index.js'

/** A flow as people define it: what sets it off and what it does. */
export class Workflow extends TenantModel {
  static override table = 'integration_workflows'

  /** Where it works; rows stay there. */
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

  /** The row that keeps this definition for its runs. */
  @column()
  declare versionId: string | null

  @booleanColumn()
  declare isActive: boolean

  /** User for whom its runs act; null: nobody, who may do nothing. */
  @column()
  declare savedBy: string | null

  @instantColumn()
  declare updatedAt: string
}

import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

export type StepStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'

/** One try of a step. */
export interface StepTry {
  attempt: number
  startedAt: string
  completedAt?: string
  errorMessage?: string
}

/** The checkpoint of one step of one run. */
export class StepResult extends TenantModel {
  static override table = 'flow_step_results'

  @column()
  declare runId: string

  @column()
  declare stepId: string

  @column()
  declare stepOrder: number

  @column()
  declare type: string

  @column()
  declare status: StepStatus

  @column()
  declare attempts: number

  @column()
  declare failures: number

  @jsonColumn()
  declare tries: StepTry[]

  @jsonColumn()
  declare output: unknown

  @column()
  declare errorMessage: string | null

  @instantColumn()
  declare startedAt: string

  @instantColumn()
  declare completedAt: string | null

  @instantColumn()
  declare nextTryAt: string | null
}

import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { StepInput } from '../contracts/index.js'

export const storedStatuses = ['started', 'running', 'completed', 'failed', 'cancelled'] as const

/** `started` is what the API calls pending: recorded, and no worker has begun yet. */
export type StoredStatus = (typeof storedStatuses)[number]

/** One run of a flow. */
export class Execution extends TenantModel {
  static override table = 'flow_execution_history'

  @column()
  declare flowId: string

  @column()
  declare flowName: string

  /** Random, shown cut to 8 characters, and sent to other systems. */
  @column()
  declare executionId: string

  /** That of its flow. */
  @column()
  declare environmentId: string

  @column()
  declare triggerType: string

  @column()
  declare triggerEventId: string | null

  @column()
  declare status: StoredStatus

  /** The definition it began with; null: one without steps. */
  @column()
  declare versionId: string | null

  /** Of the context, for the runs of one file. */
  @column()
  declare assetId: string | null

  @jsonColumn()
  declare contextData: Omit<StepInput, 'steps' | 'item' | 'index'>

  /** Whoever had saved the workflow when the run was started: its steps do what they may do. */
  @column()
  declare savedBy: string | null

  @column()
  declare currentStepId: string | null

  @column()
  declare currentStepOrder: number | null

  @column()
  declare totalSteps: number

  @column()
  declare completedSteps: number

  @column()
  declare failedSteps: number

  @column()
  declare errorMessage: string | null

  @column()
  declare jobId: string | null

  @column()
  declare startedEventId: string | null

  @column()
  declare rootId: string | null

  @column()
  declare depth: number

  @instantColumn()
  declare startedAt: string | null

  @instantColumn()
  declare completedAt: string | null

  /** Milliseconds from the start to the end. */
  @column()
  declare duration: number | null
}

import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { StepInput } from '../contracts/index.js'

const storedStatuses = ['started', 'running', 'completed', 'failed', 'cancelled'] as const

/**
 * The statuses in the database. `started` is `pending` in the API: the run is recorded, but no worker has taken
 * it.
 */
export type StoredStatus = (typeof storedStatuses)[number]

/** One run of a flow. */
export class Execution extends TenantModel {
  static override table = 'flow_execution_history'

  @column()
  declare flowId: string

  @column()
  declare flowName: string

  /** Random. People see its first 8 characters; it is also sent to other systems. */
  @column()
  declare executionId: string

  /** The environment of the flow. */
  @column()
  declare environmentId: string

  @column()
  declare triggerType: string

  @column()
  declare triggerEventId: string | null

  @column()
  declare status: StoredStatus

  /** The version row with the definition of the run; null if the workflow had no version. */
  @column()
  declare versionId: string | null

  /** Copied from the context, to find the runs of one file. */
  @column()
  declare assetId: string | null

  @jsonColumn()
  declare contextData: Omit<StepInput, 'steps' | 'item' | 'index'>

  /** The person who had saved the workflow when the run was created. The steps use that person's permissions. */
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

  /** Number of failed items after which their steps continued. */
  @column()
  declare failedItems: number

  @column()
  declare errorMessage: string | null

  /** The run that started this run. */
  @column()
  declare parentId: string | null

  /** The token of the parent's wait for this run; null when the parent does not wait. */
  @column()
  declare parentToken: string | null

  /** The first run of the chain of parents; null if it is this run. */
  @column()
  declare firstId: string | null

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

  /** When the run began to wait for a time, an answer or a retry; null while a step runs. */
  @instantColumn()
  declare pausedAt: string | null

  /** Milliseconds of all earlier waits. */
  @column()
  declare waited: number

  /** Milliseconds from the start to the end without the waits; null until it ends. */
  @column()
  declare worked: number | null

  /** The run that this one replays. */
  @column()
  declare replayOf: string | null

  /** The step at which a replay started; null if it is the first step. */
  @column()
  declare replayedFrom: string | null

  /** When a person last resumed the run. */
  @instantColumn()
  declare retriedAt: string | null
}

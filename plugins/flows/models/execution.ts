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

  /** Items that failed in steps that go on when one does. */
  @column()
  declare failedItems: number

  @column()
  declare errorMessage: string | null

  /** The run that has started it. */
  @column()
  declare parentId: string | null

  /** What the parent waits for until this run has ended; null where it does not wait. */
  @column()
  declare parentToken: string | null

  /** The first of all runs that were started by one another; null: itself. */
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

  /** The run that this one replays. */
  @column()
  declare replayOf: string | null

  /** The step a replay began at; null: the first. */
  @column()
  declare replayedFrom: string | null

  /** When it was last taken up again by hand. */
  @instantColumn()
  declare retriedAt: string | null
}

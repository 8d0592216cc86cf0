import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { ErrorFamily, OnItemError } from '../contracts/index.js'

export type StepStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'

/** One try of a step. */
export interface StepTry {
  attempt: number
  startedAt: string
  completedAt?: string
  errorMessage?: string
}

/** Why a step failed for good. */
export interface KeptFailure {
  family: ErrorFamily
  status: number | null
  /** A step around it goes on, or fails itself when its other branches have ended. */
  absorbed?: true
}

/** The checkpoint of one step of one run. */
export class StepResult extends TenantModel {
  static override table = 'flow_step_results'

  @column()
  declare runId: string

  @column()
  declare stepId: string

  /** Where it stands in the run: `approve`, `check.yes.call`, `each[3].call`. */
  @column()
  declare path: string

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

  /** As people see it. */
  @jsonColumn()
  declare output: unknown

  /** Output and items as later steps read them, sealed; null where people see the same. */
  @column({ serializeAs: null })
  declare sealed: string | null

  @column()
  declare errorMessage: string | null

  @instantColumn()
  declare startedAt: string

  @instantColumn()
  declare completedAt: string | null

  @instantColumn()
  declare nextTryAt: string | null

  /** What it waits for that has done its work; null for a next try. */
  @column()
  declare waitsFor: 'time' | 'token' | 'failure' | null

  /** Unique in its tenant; whoever gives it ends the wait. */
  @column()
  declare token: string | null

  /** The branch it has entered. */
  @column()
  declare branch: string | null

  /** What the branch is worked for, each by itself, as people see it; null when it is worked once. */
  @jsonColumn()
  declare items: unknown[] | null

  /** How many of the items at a time. */
  @column()
  declare parallel: number | null

  @column()
  declare onItemError: OnItemError | null

  /** Of a step that has failed for good, also when the run goes on behind it. */
  @jsonColumn()
  declare failure: KeptFailure | null
}

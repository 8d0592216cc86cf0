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

/** Why a step failed permanently. */
export interface KeptFailure {
  family: ErrorFamily
  status: number | null
  /** Set if an outer step continues, or fails itself when its other branches have ended. */
  absorbed?: true
}

/** The checkpoint of one step of one run. */
export class StepResult extends TenantModel {
  static override table = 'flow_step_results'

  @column()
  declare runId: string

  @column()
  declare stepId: string

  /** Its position in the run: `approve`, `check.yes.call`, `each[3].call`. */
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

  /** The output in the form that people see. */
  @jsonColumn()
  declare output: unknown

  /** Output and items in the form that later steps read, sealed; null if people see the same form. */
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

  /** What the step waits for after its work is done; null if it waits for its next try, or not at all. */
  @column()
  declare waitsFor: 'time' | 'token' | 'failure' | null

  /** The token that ends the wait. It is unique in its tenant. */
  @column()
  declare token: string | null

  /** The entered branch. */
  @column()
  declare branch: string | null

  /** The items of the branch in the form that people see; null when the branch runs once. */
  @jsonColumn()
  declare items: unknown[] | null

  /** How many items run in parallel. */
  @column()
  declare parallel: number | null

  @column()
  declare onItemError: OnItemError | null

  /** The final failure of a step, also when the run continues after it. */
  @jsonColumn()
  declare failure: KeptFailure | null
}

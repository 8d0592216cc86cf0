import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { LogStatus, SystemFault } from '../contracts/index.js'

/** One attempt of one call to an external system. */
export class IntegrationLog extends TenantModel {
  static override table = 'integration_logs'

  /** The environment; it never changes. */
  @column()
  declare environmentId: string

  @column()
  declare workflowId: string | null

  @column()
  declare systemId: string | null

  @column()
  declare endpointId: string | null

  @column()
  declare assetId: string | null

  @column()
  declare executionId: string

  @column()
  declare stepId: string | null

  /** Path of the step in its run: `check.yes.call`. */
  @column()
  declare stepPath: string | null

  /** Attempt of the step, from 1. */
  @column()
  declare attempt: number | null

  @column()
  declare status: LogStatus

  @column()
  declare statusCode: number | null

  /** The fault of the system; null if there was none, or if the call itself was wrong. */
  @column()
  declare fault: SystemFault | null

  @jsonColumn()
  declare requestData: Record<string, unknown> | null

  @jsonColumn()
  declare responseData: Record<string, unknown> | null

  /** The complete masked body in the content store; null if the row holds it. */
  @column()
  declare requestContentId: string | null

  @column()
  declare responseContentId: string | null

  /** The masked parameters of the call; null if they are not stored. */
  @jsonColumn()
  declare inputData: Record<string, unknown> | null

  /** The call that this one repeats. */
  @column()
  declare replayOf: string | null

  @column()
  declare errorMessage: string | null

  /** Duration in milliseconds. */
  @column()
  declare duration: number | null
}

import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { LogStatus, SystemFault } from '../contracts/index.js'

/** One attempt of one call to an external system. */
export class IntegrationLog extends TenantModel {
  static override table = 'integration_logs'

  /** Where it works; rows stay there. */
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

  /** Where the step stands in its run: `check.yes.call`. */
  @column()
  declare stepPath: string | null

  /** Which try of the step it was, from 1. */
  @column()
  declare attempt: number | null

  @column()
  declare status: LogStatus

  @column()
  declare statusCode: number | null

  /** What was wrong with the system itself; null: nothing, or it was the call. */
  @column()
  declare fault: SystemFault | null

  @jsonColumn()
  declare requestData: Record<string, unknown> | null

  @jsonColumn()
  declare responseData: Record<string, unknown> | null

  /** Where the whole body lies in the content store, masked; null where the row holds it. */
  @column()
  declare requestContentId: string | null

  @column()
  declare responseContentId: string | null

  /** The parameters of the call, masked; null where they are not kept. */
  @jsonColumn()
  declare inputData: Record<string, unknown> | null

  /** The call that this one repeats. */
  @column()
  declare replayOf: string | null

  @column()
  declare errorMessage: string | null

  /** Milliseconds. */
  @column()
  declare duration: number | null
}

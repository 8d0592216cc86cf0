import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { LogStatus } from '../contracts/index.js'

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

  @jsonColumn()
  declare requestData: Record<string, unknown> | null

  @jsonColumn()
  declare responseData: Record<string, unknown> | null

  @column()
  declare errorMessage: string | null

  /** Milliseconds. */
  @column()
  declare duration: number | null
}

import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { EnvironmentName } from '../contracts/index.js'

/** An environment of a tenant, with its limits. */
export class TenantEnvironment extends TenantModel {
  static override table = 'tenant_environments'

  @column()
  declare name: EnvironmentName

  @column()
  declare displayName: string

  @column()
  declare description: string | null

  @booleanColumn()
  declare isActive: boolean

  @column()
  declare apiCallsPerMonth: number

  @column()
  declare apiCallsUsed: number

  @column()
  declare concurrentConnections: number

  @column()
  declare rateLimitPerMinute: number

  @column({ columnName: 'storage_quota_gb' })
  declare storageQuotaGB: number

  /** PostgreSQL returns decimals as text. */
  @column({ columnName: 'storage_used_gb', consume: Number })
  declare storageUsedGB: number

  /** The limit in megabytes. */
  @column()
  declare maxFileSize: number

  @column()
  declare maxExternalSystems: number

  @column()
  declare maxWorkflows: number

  @column()
  declare maxApiEndpoints: number

  @column()
  declare maxWebhooks: number

  @column()
  declare baseUrl: string | null

  @column()
  declare customDomain: string | null

  @booleanColumn()
  declare sslEnabled: boolean

  @column()
  declare logsRetentionDays: number

  @booleanColumn()
  declare metricsEnabled: boolean

  @booleanColumn()
  declare alertsEnabled: boolean

  /** Limits of meters that plugins declare, by the name of the meter. */
  @jsonColumn()
  declare limits: Record<string, number>

  /** When set, the environment is hidden, and a job deletes it later. */
  @instantColumn()
  declare deletedAt: string | null

  @instantColumn()
  declare updatedAt: string
}

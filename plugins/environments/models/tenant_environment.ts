import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { EnvironmentName } from '../contracts/index.js'

/** Where work of a tenant happens, and what it may use. */
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

  /** PostgreSQL gives decimals as text. */
  @column({ columnName: 'storage_used_gb', consume: Number })
  declare storageUsedGB: number

  /** Megabytes. */
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

  /** Of meters that plugins declare, by their names. */
  @jsonColumn()
  declare limits: Record<string, number>

  /** Hidden from then on, and soon gone. */
  @instantColumn()
  declare deletedAt: string | null

  @instantColumn()
  declare updatedAt: string
}

import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, jsonColumn } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/http'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** One attempt of a delivery; `createdAt` is when it began. */
export class WebhookAttempt extends TenantModel {
  static override table = 'webhook_attempts'

  @column()
  declare deliveryId: string

  @column()
  declare number: number

  @column()
  declare statusCode: number | null

  @jsonColumn()
  declare error: Text | null

  @column()
  declare durationMs: number

  /** The beginning of the text that was answered. */
  @column()
  declare answer: string | null

  @booleanColumn()
  declare isManual: boolean
}

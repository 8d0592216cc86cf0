import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, jsonColumn } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/ground'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** One attempt of a delivery; `createdAt` is its start. */
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

  /** The beginning of the receiver's answer, as text. */
  @column()
  declare answer: string | null

  @booleanColumn()
  declare isManual: boolean
}

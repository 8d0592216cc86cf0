import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/ground'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { DeliveryStatus } from '../contracts/names.js'

/** A message about one event for one subscription. */
export class WebhookDelivery extends TenantModel {
  static override table = 'webhook_deliveries'

  @column()
  declare environmentId: string

  @column()
  declare subscriptionId: string

  /** The event; null for an example. */
  @column()
  declare eventId: string | null

  @column()
  declare eventType: string

  @column()
  declare status: DeliveryStatus

  @column()
  declare attempts: number

  /** The next attempt is the last one, regardless of the remaining budget. */
  @booleanColumn()
  declare isLast: boolean

  /** A person requested the next attempt. */
  @booleanColumn()
  declare isManual: boolean

  @booleanColumn()
  declare isExample: boolean

  /** The bytes that are sent, as UTF-8. */
  @column()
  declare body: string

  @column()
  declare statusCode: number | null

  /** Why the last attempt failed. */
  @jsonColumn()
  declare error: Text | null

  @instantColumn()
  declare nextAttemptAt: string | null

  /** The send time that the rate limit assigned to the next attempt. */
  @instantColumn()
  declare slotAt: string | null

  @column()
  declare durationMs: number | null

  /** Creation time of the secret that signed the last attempt. */
  @instantColumn()
  declare secretCreatedAt: string | null

  /** The job of the next attempt; null if there is none. */
  @column()
  declare jobId: string | null

  @instantColumn()
  declare endedAt: string | null
}

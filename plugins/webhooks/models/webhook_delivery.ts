import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/http'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { DeliveryStatus } from '../contracts/names.js'

/** A message about one event for one subscription. */
export class WebhookDelivery extends TenantModel {
  static override table = 'webhook_deliveries'

  @column()
  declare environmentId: string

  @column()
  declare subscriptionId: string

  /** null for an example. */
  @column()
  declare eventId: string | null

  @column()
  declare eventType: string

  @column()
  declare status: DeliveryStatus

  @column()
  declare attempts: number

  /** The next attempt is the last one, whatever is left of the budget. */
  @booleanColumn()
  declare isLast: boolean

  /** A person asked for the next attempt. */
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

  /** The time that the rate of the subscription gave to the next attempt. */
  @instantColumn()
  declare slotAt: string | null

  @column()
  declare durationMs: number | null

  /** When the secret was made that signed the last attempt. */
  @instantColumn()
  declare secretCreatedAt: string | null

  /** The job of the next attempt; null when there is none. */
  @column()
  declare jobId: string | null

  @instantColumn()
  declare endedAt: string | null
}

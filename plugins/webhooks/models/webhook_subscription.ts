import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import type { EventCondition } from '@crossdock/flows/contracts'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { DeliveryStatus, DisabledReason } from '../contracts/names.js'

/** A header of the messages; its value is sealed. */
export interface StoredHeader {
  name: string
  value: string
}

/** An address that events are sent to. */
export class WebhookSubscription extends TenantModel {
  static override table = 'webhook_subscriptions'

  @column()
  declare environmentId: string

  @column()
  declare name: string

  @column()
  declare description: string | null

  @column()
  declare url: string

  /** Names of event types, or `*` alone. */
  @jsonColumn()
  declare eventTypes: string[]

  @jsonColumn()
  declare conditions: EventCondition[]

  @jsonColumn()
  declare headers: StoredHeader[]

  @column()
  declare ratePerSecond: number | null

  /** When the next message may be sent; null without a rate. */
  @instantColumn()
  declare nextSlotAt: string | null

  @booleanColumn()
  declare isActive: boolean

  /** Set: Crossdock stopped it. */
  @column()
  declare disabledReason: DisabledReason | null

  /** Deliveries in a row that were given up. */
  @column()
  declare failures: number

  /** The first failed attempt since the last success. */
  @instantColumn()
  declare failingSince: string | null

  /** The last threshold in percent that an event was recorded for. */
  @column()
  declare warned: number

  /** Sealed. */
  @column()
  declare secret: string

  @instantColumn()
  declare secretCreatedAt: string

  /** Sealed. */
  @column()
  declare previousSecret: string | null

  @instantColumn()
  declare previousSecretUntil: string | null

  /** SHA-256 of the token in the address of the receiver's page. */
  @column()
  declare pageHash: string | null

  @instantColumn()
  declare pageCreatedAt: string | null

  @instantColumn()
  declare pageExpiresAt: string | null

  /** The person who created it. */
  @column()
  declare userId: string | null

  /** The person who last chose its events or its address: it gets no event that is closed to this person. */
  @column()
  declare savedBy: string | null

  @instantColumn()
  declare lastAttemptAt: string | null

  @column()
  declare lastStatus: DeliveryStatus | null

  @column()
  declare lastStatusCode: number | null

  /** Set: a job deletes its rows. */
  @instantColumn()
  declare deletedAt: string | null

  @instantColumn()
  declare updatedAt: string
}

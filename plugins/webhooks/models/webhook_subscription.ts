import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import type { EventCondition } from '@crossdock/flows/contracts'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { DeliveryStatus, DisabledReason } from '../contracts/names.js'

/** Selects all events that the person of the webhook may read. */
export const allEvents = '*'

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

  /** Earliest time of the next message; null without a rate limit. */
  @instantColumn()
  declare nextSlotAt: string | null

  @booleanColumn()
  declare isActive: boolean

  /** Set when Crossdock disabled the webhook. */
  @column()
  declare disabledReason: DisabledReason | null

  /** Number of consecutive deliveries that were given up. */
  @column()
  declare failures: number

  /** The first failed attempt since the last success. */
  @instantColumn()
  declare failingSince: string | null

  /** The last threshold in percent for which an event was recorded. */
  @column()
  declare warned: number

  /** The sealed signing secret. */
  @column()
  declare secret: string

  @instantColumn()
  declare secretCreatedAt: string

  /** The sealed previous signing secret. */
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

  /** The person who created the page. The page hides events that this person may not read. */
  @column()
  declare pageBy: string | null

  /** The person who created it. */
  @column()
  declare userId: string | null

  /** The person who last chose the events or the address. Events that this person may not read are not sent. */
  @column()
  declare savedBy: string | null

  @instantColumn()
  declare lastAttemptAt: string | null

  @column()
  declare lastStatus: DeliveryStatus | null

  @column()
  declare lastStatusCode: number | null

  /** When set, a job deletes the rows. */
  @instantColumn()
  declare deletedAt: string | null

  @instantColumn()
  declare updatedAt: string
}

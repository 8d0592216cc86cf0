import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** One entry of the activity feed. */
export class ActivityLog extends TenantModel {
  static override table = 'activity_logs'

  @column()
  declare userId: string | null

  @column()
  declare eventType: string | null

  /** The sentence in English: for search, and for entries whose event type no longer exists. */
  @column()
  declare action: string

  @column()
  declare entityType: string | null

  @column()
  declare entityId: string | null

  @jsonColumn()
  declare metadata: Record<string, unknown>

  /** Id of the first entry of its line; null for a first entry. */
  @column()
  declare lineId: string | null

  /** Number of entries in the line. */
  @column()
  declare lineCount: number

  @instantColumn()
  declare lineLastAt: string | null

  /** The payload fields that are equal in all entries of the line. */
  @jsonColumn()
  declare lineShared: Record<string, unknown> | null
}

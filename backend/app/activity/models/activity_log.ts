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

  /** The sentence in English, for the search and as a fallback when the event type has none. */
  @column()
  declare action: string

  @column()
  declare entityType: string | null

  @column()
  declare entityId: string | null

  @jsonColumn()
  declare metadata: Record<string, unknown>

  /** First entry of the line that this entry belongs to; null for a first entry. */
  @column()
  declare lineId: string | null

  /** Number of entries in the line. */
  @column()
  declare lineCount: number

  @instantColumn()
  declare lineLastAt: string | null

  /** The fields that the payloads of all entries of the line share. */
  @jsonColumn()
  declare lineShared: Record<string, unknown> | null
}

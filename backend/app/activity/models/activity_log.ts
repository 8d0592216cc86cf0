import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** One entry of the activity feed. */
export class ActivityLog extends TenantModel {
  static override table = 'activity_logs'

  @column()
  declare userId: string | null

  @column()
  declare eventType: string | null

  /** The sentence in English, for the search and where it cannot be said anew. */
  @column()
  declare action: string

  @column()
  declare entityType: string | null

  @column()
  declare entityId: string | null

  @jsonColumn()
  declare metadata: Record<string, unknown>
}

import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** The content of notifications, shared by all recipients. */
export class Notice extends TenantModel {
  static override table = 'notices'

  @column()
  declare kind: string

  @column()
  declare bundle: string

  @column()
  declare count: number

  @column()
  declare eventId: string

  @column()
  declare eventType: string

  @column()
  declare entityType: string | null

  @column()
  declare entityId: string | null

  @jsonColumn()
  declare payload: Record<string, unknown>
}

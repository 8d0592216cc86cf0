import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** The delivery of a notice to one person. */
export class Notification extends TenantModel {
  static override table = 'notifications'

  @column()
  declare noticeId: string

  @column()
  declare userId: string

  @column()
  declare kind: string

  @column()
  declare aboutType: string | null

  @column()
  declare aboutId: string | null

  /** False: the row exists only for the mail. */
  @booleanColumn()
  declare inConsole: boolean

  @instantColumn()
  declare mailDueAt: string | null

  @instantColumn()
  declare readAt: string | null
}

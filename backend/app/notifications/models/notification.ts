import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A notice as one person has it. */
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

  /** Else it is there for its mail alone. */
  @booleanColumn()
  declare inConsole: boolean

  @instantColumn()
  declare mailDueAt: string | null

  @instantColumn()
  declare readAt: string | null
}

import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn } from '@crossdock/kernel/database'
import { OperatorModel } from '@crossdock/kernel/tenancy'

/** The delivery of a notice to one operator. */
export class OperatorNotification extends OperatorModel {
  static override table = 'operator_notifications'

  @column()
  declare noticeId: string

  @column()
  declare userId: string

  @column()
  declare kind: string

  /** False: the row exists only for the mail. */
  @booleanColumn()
  declare inConsole: boolean

  @instantColumn()
  declare mailDueAt: string | null

  @instantColumn()
  declare readAt: string | null
}

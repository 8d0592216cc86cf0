import { column } from '@adonisjs/lucid/orm'
import { booleanColumn } from '@crossdock/kernel/database'
import { OperatorModel } from '@crossdock/kernel/tenancy'

/** An operator's channels for a kind; without a row the defaults of the kind apply. */
export class OperatorNotificationSetting extends OperatorModel {
  static override table = 'operator_notification_settings'

  @column()
  declare userId: string

  @column()
  declare kind: string

  @booleanColumn()
  declare console: boolean

  @booleanColumn()
  declare mail: boolean
}

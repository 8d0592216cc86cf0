import { column } from '@adonisjs/lucid/orm'
import { booleanColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** Where a person wants to be told of a kind; what they have not decided has none. */
export class NotificationSetting extends TenantModel {
  static override table = 'notification_settings'

  @column()
  declare userId: string

  @column()
  declare kind: string

  @booleanColumn()
  declare console: boolean

  @booleanColumn()
  declare mail: boolean
}

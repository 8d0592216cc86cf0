import { column } from '@adonisjs/lucid/orm'
import { booleanColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A person's channels for a kind; without a row the defaults of the kind apply. */
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

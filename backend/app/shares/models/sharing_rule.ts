import { column } from '@adonisjs/lucid/orm'
import { booleanColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A tenant's rule for links. */
export class SharingRule extends TenantModel {
  static override table = 'sharing_rules'

  @booleanColumn()
  declare enabled: boolean

  @column()
  declare defaultDays: number

  @column()
  declare maxDays: number

  @booleanColumn()
  declare passwordRequired: boolean

  @booleanColumn()
  declare shownOnce: boolean
}

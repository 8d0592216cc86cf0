import { column } from '@adonisjs/lucid/orm'
import { instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** For how many days a tenant keeps a kind of record; without a row, the default applies. */
export class RetentionRule extends TenantModel {
  static override table = 'retention_rules'

  /** The name of the kind at the extension point `keptRecords`. */
  @column()
  declare kind: string

  @column()
  declare days: number

  @instantColumn()
  declare updatedAt: string
}

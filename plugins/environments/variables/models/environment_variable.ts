import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A named value of an environment, for placeholders in addresses, calls and steps. */
export class EnvironmentVariable extends TenantModel {
  static override table = 'environment_variables'

  @column()
  declare environmentId: string

  @column()
  declare name: string

  /** The value; null for a secret. */
  @column()
  declare value: string | null

  /** The value of a secret, sealed for this row. */
  @column()
  declare sealed: string | null

  @booleanColumn()
  declare isSecret: boolean

  @column()
  declare description: string | null

  @instantColumn()
  declare updatedAt: string

  /** The person who last changed the variable. Kept after the person is deleted. */
  @column()
  declare updatedBy: string | null
}

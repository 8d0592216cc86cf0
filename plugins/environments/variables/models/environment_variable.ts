import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A named value of an environment, which addresses, calls and steps have places for. */
export class EnvironmentVariable extends TenantModel {
  static override table = 'environment_variables'

  @column()
  declare environmentId: string

  @column()
  declare name: string

  /** Null of a secret. */
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

  /** Who changed it last, as history. */
  @column()
  declare updatedBy: string | null
}

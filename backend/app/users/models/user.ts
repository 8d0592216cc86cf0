import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A person in a tenant. Super administrators have none; `accounts` includes them. */
export class User extends TenantModel {
  static override table = 'users'

  @column()
  declare email: string

  @column()
  declare firstName: string | null

  @column()
  declare lastName: string | null

  @column()
  declare role: string

  @booleanColumn()
  declare isActive: boolean

  @booleanColumn()
  declare hasSecondFactor: boolean

  @instantColumn()
  declare lastLoginAt: string | null

  @instantColumn()
  declare updatedAt: string
}

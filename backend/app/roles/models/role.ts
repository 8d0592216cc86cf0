import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A custom role of a tenant. */
export class Role extends TenantModel {
  static override table = 'roles'

  /** The value of `users.role` for its holders; never changes. */
  @column()
  declare key: string

  @column()
  declare name: string

  @column()
  declare description: string | null

  /** Names, including permissions of removed plugins. */
  @jsonColumn()
  declare permissions: string[]

  @instantColumn()
  declare updatedAt: string
}

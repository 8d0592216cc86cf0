import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A role of a tenant's own. */
export class Role extends TenantModel {
  static override table = 'roles'

  /** What people hold it by (`users.role`); never changed. */
  @column()
  declare key: string

  @column()
  declare name: string

  @column()
  declare description: string | null

  /** By name, also those of plugins that are gone. */
  @jsonColumn()
  declare permissions: string[]

  @instantColumn()
  declare updatedAt: string
}

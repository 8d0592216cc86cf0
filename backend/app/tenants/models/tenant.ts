import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { Model } from '@crossdock/kernel/tenancy'

export interface TenantSettings {
  plan?: string
  customDomain?: string
}

/** An organization. */
export class Tenant extends Model {
  static override table = 'tenants'

  @column()
  declare name: string

  @column()
  declare subdomain: string

  @column()
  declare logo: string | null

  @jsonColumn()
  declare settings: TenantSettings

  @column()
  declare status: string

  @instantColumn()
  declare updatedAt: string
}

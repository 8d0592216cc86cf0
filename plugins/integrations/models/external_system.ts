import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { AuthType, Capability } from '../contracts/index.js'

/** A system of somebody else that a tenant exchanges data with. */
export class ExternalSystem extends TenantModel {
  static override table = 'external_systems'

  @column()
  declare name: string

  @column()
  declare description: string | null

  @column()
  declare systemType: string

  @column()
  declare baseUrl: string | null

  @column()
  declare authType: AuthType

  /** Credentials, sealed; see `credentials.ts`. */
  @column({ columnName: 'auth_config' })
  declare sealedAuth: string | null

  @jsonColumn()
  declare capabilities: Capability[]

  @booleanColumn()
  declare isActive: boolean

  @instantColumn()
  declare updatedAt: string
}

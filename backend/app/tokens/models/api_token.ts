import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A program's key, which acts for the person who created it. */
export class ApiToken extends TenantModel {
  static override table = 'api_tokens'

  @column()
  declare userId: string

  /** The token that created this one; this one works only while that one does. */
  @column()
  declare parentId: string | null

  @column()
  declare name: string

  @column({ serializeAs: null })
  declare token: string

  @column()
  declare prefix: string

  @jsonColumn()
  declare scopes: string[]

  @instantColumn()
  declare expiresAt: string | null

  @instantColumn()
  declare lastUsedAt: string | null

  @column()
  declare lastUsedIp: string | null

  @booleanColumn()
  declare isActive: boolean

  @instantColumn()
  declare revokedAt: string | null

  /** The only environment it works in; null: any. */
  @column()
  declare environmentId: string | null
}

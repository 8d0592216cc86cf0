import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** The redrawn logo of a tenant. */
export class TenantLogo extends TenantModel {
  static override table = 'tenant_logos'

  /** SHA-256 of the bytes. */
  @column()
  declare hash: string

  @column()
  declare mimeType: string

  /** In base64. */
  @column({ serializeAs: null })
  declare bytes: string
}

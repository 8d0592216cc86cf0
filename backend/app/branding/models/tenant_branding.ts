import { column } from '@adonisjs/lucid/orm'
import { instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** The branding of a tenant; null for values it has not chosen. */
export class TenantBranding extends TenantModel {
  static override table = 'tenant_branding'

  @column()
  declare productName: string | null

  /** `#rrggbb`, for light pages. */
  @column()
  declare primaryColor: string | null

  @column()
  declare accentColor: string | null

  /** Sender name of mails. */
  @column()
  declare mailSender: string | null

  @column()
  declare mailFooter: string | null

  /** The claimed domain; it belongs to the tenant after verification. */
  @column()
  declare domain: string | null

  /** The required content of its DNS record. */
  @column({ serializeAs: null })
  declare domainChallenge: string | null

  @instantColumn()
  declare domainVerifiedAt: string | null

  @instantColumn()
  declare domainCheckedAt: string | null

  /** Since when a verified domain has no proof. */
  @instantColumn()
  declare domainMissingSince: string | null

  @instantColumn()
  declare updatedAt: string
}

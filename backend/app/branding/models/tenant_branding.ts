import { column } from '@adonisjs/lucid/orm'
import { instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** How a tenant shows itself; what it has not chosen is null. */
export class TenantBranding extends TenantModel {
  static override table = 'tenant_branding'

  @column()
  declare productName: string | null

  /** `#rrggbb`, for light pages. */
  @column()
  declare primaryColor: string | null

  @column()
  declare accentColor: string | null

  /** Before the address mails come from. */
  @column()
  declare mailSender: string | null

  @column()
  declare mailFooter: string | null

  /** Claimed; the tenant's own once it was verified. */
  @column()
  declare domain: string | null

  /** What has to stand in its DNS. */
  @column({ serializeAs: null })
  declare domainChallenge: string | null

  @instantColumn()
  declare domainVerifiedAt: string | null

  @instantColumn()
  declare domainCheckedAt: string | null

  /** Since when a verified one has no proof any more. */
  @instantColumn()
  declare domainMissingSince: string | null

  @instantColumn()
  declare updatedAt: string
}

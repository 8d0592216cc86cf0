import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { Model } from '@crossdock/kernel/tenancy'

/** Figures about the service that an operator may publish; unset ones are not shown. */
export interface Figures {
  trialDays: number | null
  uptimePercent: number | null
  monthlyTransferTb: number | null
  integrations: number | null
  organizations: number | null
  encryptionBits: number | null
  pricingCallMinutes: number | null
}

/** The operator's settings of the public pages, a single row. Always inside `asOperator`. */
export class PublicPages extends Model {
  static override table = 'public_pages'

  @column()
  declare productName: string | null

  /** `#rrggbb`, for light pages. */
  @column()
  declare primaryColor: string | null

  @jsonColumn()
  declare figures: Partial<Figures>

  /** SHA-256 of the logo. */
  @column()
  declare logoHash: string | null

  /** A PNG in base64. */
  @column({ serializeAs: null })
  declare logo: string | null

  @instantColumn()
  declare updatedAt: string
}

import { column } from '@adonisjs/lucid/orm'
import { instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** One version of a file; never changes. */
export class AssetVersion extends TenantModel {
  static override table = 'asset_versions'

  @column()
  declare assetId: string

  @column()
  declare version: number

  @column()
  declare contentId: string

  @column()
  declare size: number

  @column()
  declare mimeType: string

  @column()
  declare uploadedBy: string | null

  /** When the file was last changed, according to the sender; null when the sender gives no time. */
  @instantColumn()
  declare fileModifiedAt: string | null
}

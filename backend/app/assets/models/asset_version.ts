import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** One version of a file: never changed after it was written. */
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
}

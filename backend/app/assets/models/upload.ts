import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A file that arrives in several requests. Its draft, which has the same id, knows how many bytes have arrived. */
export class Upload extends TenantModel {
  static override table = 'uploads'

  /** The person who began it; no one else may continue it. */
  @column()
  declare userId: string | null

  /** The target folder. */
  @column()
  declare parentId: string | null

  /** Names of folders below the target, created when missing, and the name of the file. Empty for a part. */
  @jsonColumn()
  declare path: string[]

  @column()
  declare mimeType: string

  /** When the file was last changed, according to the client. */
  @instantColumn()
  declare fileModifiedAt: string | null

  /** In bytes; null while the client does not know it. */
  @column()
  declare length: number | null

  /** A part that later uploads join; it becomes no file itself. */
  @booleanColumn()
  declare isPartial: boolean

  /** As the client sent it: `partial`, or `final;` and the parts. */
  @column()
  declare concat: string | null

  /** As the client sent it. */
  @column()
  declare metadata: string | null

  @instantColumn()
  declare expiresAt: string

  /** The file it became. */
  @column()
  declare assetId: string | null

  @column()
  declare version: number | null
}

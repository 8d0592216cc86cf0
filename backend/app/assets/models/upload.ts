import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A file that arrives in several requests. A content draft with the same id has the received bytes. */
export class Upload extends TenantModel {
  static override table = 'uploads'

  /** The person who began the upload; no one else may continue it. */
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

  /** Length in bytes; null while the client does not know it. */
  @column()
  declare length: number | null

  /** A part of a file: a final upload joins parts into one file. */
  @booleanColumn()
  declare isPartial: boolean

  /** The header as sent: `partial`, or `final;` and the parts. */
  @column()
  declare concat: string | null

  /** As the client sent it. */
  @column()
  declare metadata: string | null

  @instantColumn()
  declare expiresAt: string

  /** The id of the resulting file. */
  @column()
  declare assetId: string | null

  @column()
  declare version: number | null
}

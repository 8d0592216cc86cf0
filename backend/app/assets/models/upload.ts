import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A file that comes in several goes; how far it has come is known to its draft, which has the same id. */
export class Upload extends TenantModel {
  static override table = 'uploads'

  /** Whose it is: nobody else goes on with it. */
  @column()
  declare userId: string | null

  /** The folder that was named. */
  @column()
  declare parentId: string | null

  /** Names of the folders below it that are made as they are missing, and the file's own. Empty for a part. */
  @jsonColumn()
  declare path: string[]

  @column()
  declare mimeType: string

  /** When the file was last changed, as the client says. */
  @instantColumn()
  declare fileModifiedAt: string | null

  /** In bytes; null as long as the client does not know it. */
  @column()
  declare length: number | null

  /** A part of a file, which is none by itself. */
  @booleanColumn()
  declare isPartial: boolean

  /** As the client gave it: `partial`, or `final;` and the parts. */
  @column()
  declare concat: string | null

  /** As the client gave it. */
  @column()
  declare metadata: string | null

  @instantColumn()
  declare expiresAt: string

  /** What it has become. */
  @column()
  declare assetId: string | null

  @column()
  declare version: number | null
}

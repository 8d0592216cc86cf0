import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { Metadata } from '../contracts/index.js'

/** A folder or a file. Moving or renaming one changes only its own row; no paths are stored. */
export class Asset extends TenantModel {
  static override table = 'assets'

  @column()
  declare parentId: string | null

  @column()
  declare name: string

  @column()
  declare type: 'folder' | 'file'

  @column()
  declare mimeType: string | null

  @column()
  declare size: number

  /** Version number of the current version; 0 for folders. */
  @column()
  declare version: number

  @jsonColumn()
  declare metadata: Metadata

  /** What search reads in addition to the name, made of tags and metadata (`describeAsset`). */
  @column()
  declare words: string

  @column()
  declare uploadedBy: string | null

  @instantColumn()
  declare updatedAt: string

  /** When the file was last changed, according to the sender; otherwise the time of the upload. Null for folders. */
  @instantColumn()
  declare fileModifiedAt: string | null

  /** Set on an asset in the trash. A folder hides its contents, whose own rows do not change. */
  @instantColumn()
  declare trashedAt: string | null

  /** Set on an asset deleted permanently: the asset is hidden while a job deletes its contents. */
  @instantColumn()
  declare purgedAt: string | null
}

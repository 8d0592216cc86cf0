import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { Metadata } from '../contracts/index.js'

/** A folder or a file. Moving or renaming one changes its own row only; nothing is kept per path. */
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

  /** Of the present version; 0 for folders. */
  @column()
  declare version: number

  @jsonColumn()
  declare metadata: Metadata

  /** What a search reads beside the name, made of tags and metadata (`describeAsset`). */
  @column()
  declare words: string

  @column()
  declare uploadedBy: string | null

  @instantColumn()
  declare updatedAt: string

  /** When the file was last changed, as its sender says; otherwise the time of the upload. Null for folders. */
  @instantColumn()
  declare fileModifiedAt: string | null

  /** Set on what was deleted itself; what lies below is hidden by it without being touched. */
  @instantColumn()
  declare trashedAt: string | null

  /** Set on what is deleted for good and in nobody's sight, while what lies below it still has to go. */
  @instantColumn()
  declare purgedAt: string | null
}

import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A file of a burst, according to the newest event about it. */
export class BurstFile extends TenantModel {
  static override table = 'flow_burst_files'

  @column()
  declare burstId: string

  @column()
  declare assetId: string

  @jsonColumn()
  declare file: FileHandle
}

/** A file as steps find it in `input.data.files`. */
export interface FileHandle {
  assetId: string
  type: 'folder' | 'file'
  name: string
  /** The full path, with a slash before each name. */
  path: string
  mimeType: string | null
  /** In bytes. */
  size: number
  version: number
  versionId: string | null
  /** The last event about the file, and its type. */
  eventType: string
  eventId: string
}

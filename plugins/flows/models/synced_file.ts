import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A file that a running step has processed. */
export class SyncedFile extends TenantModel {
  static override table = 'flow_file_syncs'

  @column()
  declare runId: string

  @column()
  declare place: string

  @column()
  declare assetId: string

  /** The path relative to the source folder. */
  @column()
  declare sourcePath: string

  @column()
  declare fate: 'created' | 'updated' | 'unchanged' | 'skipped' | 'refused'

  @column()
  declare targetId: string | null

  @column()
  declare targetVersion: number | null

  @column()
  declare targetName: string | null

  /** Why the file was skipped. */
  @column()
  declare reason: string | null
}

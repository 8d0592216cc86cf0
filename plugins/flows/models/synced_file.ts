import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A file that a step under way has dealt with. */
export class SyncedFile extends TenantModel {
  static override table = 'flow_file_syncs'

  @column()
  declare runId: string

  @column()
  declare place: string

  @column()
  declare assetId: string

  /** Below the source folder. */
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

  /** Why it was left as it is. */
  @column()
  declare reason: string | null
}

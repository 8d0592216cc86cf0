import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { SideName, SkipReason } from '@crossdock/sync-engine'

/** A file or folder that the last pass skipped, with the reason. */
export class SyncSkipped extends TenantModel {
  static override table = 'sync_skipped'

  @column()
  declare contractId: string

  @column()
  declare side: SideName

  @column()
  declare path: string

  @column()
  declare kind: 'file' | 'folder'

  @column()
  declare reason: SkipReason

  /** Detail for the message: the pattern, the path or the limit. */
  @column()
  declare detail: string
}

import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { ConflictCause } from '@crossdock/sync-engine'
import type { KeepChoice } from '../contracts/names.js'

/** One version of a file in conflict. */
export interface ConflictVersion {
  id: string
  /** Content id; null for a folder. */
  hash: string | null
  size: number
  modifiedAt: string | null
}

/** A file that both ends changed and that needs a decision. */
export class SyncConflict extends TenantModel {
  static override table = 'sync_conflicts'

  @column()
  declare environmentId: string

  @column()
  declare contractId: string

  /** Key of the pair. */
  @column()
  declare key: string

  @column()
  declare path: string

  @column()
  declare cause: ConflictCause

  /** The version at this side; null if it was deleted. */
  @jsonColumn()
  declare source: ConflictVersion | null

  @jsonColumn()
  declare target: ConflictVersion | null

  @column()
  declare state: 'open' | 'resolved'

  /** The decision; null with `resolved`: the file changed, so there is nothing left to decide. */
  @column()
  declare resolution: KeepChoice | null

  @column()
  declare resolvedBy: string | null

  @instantColumn()
  declare resolvedAt: string | null

  @column()
  declare mergedHash: string | null

  @column({ consume: (value) => (value === null ? null : Number(value)) })
  declare mergedSize: number | null

  /** When a pass carried out the decision, or found nothing left to decide. */
  @instantColumn()
  declare appliedAt: string | null

  @instantColumn()
  declare openedAt: string
}

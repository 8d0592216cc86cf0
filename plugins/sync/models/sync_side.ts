import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { SideName, Traits } from '@crossdock/sync-engine'

/** An incomplete report of an agent. */
interface StagedReport {
  stateId: string
  generation: number
  part: number
  isWhole: boolean
}

/** The last known state of a contract's end. */
export class SyncSide extends TenantModel {
  static override table = 'sync_sides'

  @column()
  declare contractId: string

  @column()
  declare side: SideName

  /** Identifies the end: its type, its path, and its agent or system. */
  @column()
  declare endKey: string

  /** The id of the asset folder; null for other ends. */
  @column()
  declare rootId: string | null

  /** State id of the agent's last complete report. */
  @column()
  declare stateId: string | null

  @column()
  declare generation: number

  /** The epoch of the rows of `sync_entries` that form the tree. */
  @column()
  declare epoch: number

  @jsonColumn()
  declare staged: StagedReport | null

  /** If false, nothing counts as deleted at this end until a run has made both ends equal. */
  @booleanColumn()
  declare isTrusted: boolean

  @booleanColumn()
  declare isRootThere: boolean

  @jsonColumn()
  declare traits: Traits | null

  @column()
  declare files: number | null

  @column()
  declare bytes: number | null

  @instantColumn()
  declare lastScanAt: string | null
}

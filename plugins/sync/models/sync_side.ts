import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { SideName, Traits } from '@crossdock/sync-engine'

/** A report of an agent whose last part has not come. */
interface StagedReport {
  stateId: string
  generation: number
  part: number
  isWhole: boolean
}

/** An end of a contract as it was last found. */
export class SyncSide extends TenantModel {
  static override table = 'sync_sides'

  @column()
  declare contractId: string

  @column()
  declare side: SideName

  /** Type, path and owner of the end. */
  @column()
  declare endKey: string

  /** The asset folder. */
  @column()
  declare rootId: string | null

  /** Of the agent's last report that ended. */
  @column()
  declare stateId: string | null

  @column()
  declare generation: number

  /** Which rows of `sync_entries` are the tree. */
  @column()
  declare epoch: number

  @jsonColumn()
  declare staged: StagedReport | null

  /** False: nothing counts as deleted here until a run has made both ends equal. */
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

import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/ground'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { Losses, SideName, Stop } from '@crossdock/sync-engine'
import type { RunStatus, RunTrigger } from '../contracts/names.js'

/** Results of a run, in files and folders. */
export interface RunCounts {
  created: number
  changed: number
  moved: number
  deleted: number
  conflicts: number
  skipped: number
  failed: number
}

/** A run of a contract: from its trigger until both ends are equal. */
export class SyncRun extends TenantModel {
  static override table = 'sync_runs'

  @column()
  declare environmentId: string

  @column()
  declare contractId: string

  /** What triggered the run. */
  @column()
  declare trigger: RunTrigger

  @column()
  declare startedBy: string | null

  @column()
  declare status: RunStatus

  @instantColumn()
  declare startedAt: string

  /**
   * When the run ended; null while it is in progress or waits for its release. A contract has at most one open
   * run.
   */
  @instantColumn()
  declare endedAt: string | null

  @jsonColumn()
  declare counts: RunCounts

  @column()
  declare filesDone: number

  @column({ consume: Number })
  declare bytesDone: number

  @jsonColumn()
  declare stop: Stop | null

  @jsonColumn()
  declare message: Text | null

  /**
   * The losses that a person has released and that no pass has carried out yet. Brakes count only further
   * losses.
   */
  @jsonColumn({ serializeAs: null })
  declare released: Record<SideName, Losses> | null

  /** Tokens of the workflow steps that wait for the end of the run. */
  @jsonColumn({ serializeAs: null })
  declare waitTokens: string[]
}

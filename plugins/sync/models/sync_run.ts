import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/http'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { Stop } from '@crossdock/sync-engine'
import type { RunStatus, RunTrigger } from '../contracts/names.js'

/** What a run did, in files and folders. */
export interface RunCounts {
  created: number
  changed: number
  moved: number
  deleted: number
  conflicts: number
  skipped: number
  failed: number
}

/** A run of a contract: from what set it off until both ends are equal. */
export class SyncRun extends TenantModel {
  static override table = 'sync_runs'

  @column()
  declare environmentId: string

  @column()
  declare contractId: string

  /** What set it off. */
  @column()
  declare trigger: RunTrigger

  @column()
  declare startedBy: string | null

  @column()
  declare status: RunStatus

  @instantColumn()
  declare startedAt: string

  /** null: it goes on, or waits for its release. A contract has one such run at most. */
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

  /** A person has let the plan go on that stopped it. */
  @booleanColumn()
  declare isReleased: boolean

  /** Of the steps of workflows that wait for its end. */
  @jsonColumn({ serializeAs: null })
  declare waitTokens: string[]
}

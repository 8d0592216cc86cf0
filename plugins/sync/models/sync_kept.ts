import { column } from '@adonisjs/lucid/orm'
import { instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { SideName } from '@crossdock/sync-engine'
import type { KeptReason } from '../contracts/names.js'

/** A content that the store keeps for a contract. It outlives the contract. */
export class SyncKept extends TenantModel {
  static override table = 'sync_kept'

  @column()
  declare environmentId: string

  @column()
  declare contractId: string

  @column()
  declare side: SideName

  @column()
  declare path: string

  @column()
  declare contentHash: string

  @column({ consume: Number })
  declare size: number

  @column()
  declare reason: KeptReason

  /** The conflict to which the version belongs. */
  @column()
  declare conflictId: string | null

  /** When the content may be deleted; null while its conflict is open. */
  @instantColumn()
  declare keptUntil: string | null
}

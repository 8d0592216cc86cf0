import { column } from '@adonisjs/lucid/orm'
import { instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { GrantState } from '../contracts/index.js'

/** What a person has granted Crossdock at the provider of a system; its tokens are sealed. */
export class SystemGrant extends TenantModel {
  static override table = 'system_grants'

  /** Where it works; rows stay there. */
  @column()
  declare environmentId: string

  @column()
  declare systemId: string

  @column()
  declare state: GrantState

  /** Hash of the addresses and the client it counts for. */
  @column()
  declare place: string

  @column()
  declare accessToken: string | null

  @column()
  declare refreshToken: string | null

  /** Null: the provider has not said. */
  @instantColumn()
  declare expiresAt: string | null

  /** Goes up with each token that is stored. */
  @column()
  declare generation: number

  /** Why it counts no more. */
  @column()
  declare reason: string | null

  @column()
  declare grantedBy: string | null

  @instantColumn()
  declare grantedAt: string | null
}

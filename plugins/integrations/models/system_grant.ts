import { column } from '@adonisjs/lucid/orm'
import { instantColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { GrantState } from '../contracts/vocabulary.js'

/** Access that a person granted at the provider of a system; its tokens are sealed. */
export class SystemGrant extends TenantModel {
  static override table = 'system_grants'

  /** The environment; it never changes. */
  @column()
  declare environmentId: string

  @column()
  declare systemId: string

  @column()
  declare state: GrantState

  /** A hash of the addresses and the client for which the grant is valid. */
  @column()
  declare place: string

  @column()
  declare accessToken: string | null

  @column()
  declare refreshToken: string | null

  /** When the token ends; null: the provider gave no lifetime. */
  @instantColumn()
  declare expiresAt: string | null

  /** Increases with each stored token. */
  @column()
  declare generation: number

  /** Why the grant is broken. */
  @column()
  declare reason: string | null

  @column()
  declare grantedBy: string | null

  @instantColumn()
  declare grantedAt: string | null
}

import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn } from '@crossdock/kernel/database'
import { Model } from '@crossdock/kernel/tenancy'

/** A browser session. Read before any tenant is known, so always inside `asOperator`. */
export class Session extends Model {
  static override table = 'sessions'

  @column()
  declare tenantId: string | null

  @column()
  declare userId: string

  @column()
  declare token: string

  @column()
  declare ip: string | null

  @column()
  declare userAgent: string | null

  @instantColumn()
  declare lastSeenAt: string

  @instantColumn()
  declare expiresAt: string

  /** When the person last proved their identity. Sign-in counts as a proof. */
  @instantColumn()
  declare provedAt: string | null

  /** When the session got a second factor. */
  @instantColumn()
  declare secondFactorAt: string | null

  /** Whether an identity provider started the session. */
  @booleanColumn()
  declare byProvider: boolean
}

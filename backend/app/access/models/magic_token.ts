import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn } from '@crossdock/kernel/database'
import { Model } from '@crossdock/kernel/tenancy'

/** A mailed code and link. Read before any tenant is known, so always inside `asOperator`. */
export class MagicToken extends Model {
  static override table = 'magic_tokens'

  @column()
  declare tenantId: string | null

  @column()
  declare userId: string | null

  @column()
  declare email: string

  @column()
  declare token: string

  @column()
  declare code: string

  /** Hash of the requesting browser's secret; null when no browser requested it. */
  @column()
  declare browser: string | null

  /** Shared by all links of one mail. */
  @column()
  declare requestId: string | null

  @column()
  declare attempts: number

  @booleanColumn()
  declare used: boolean

  @instantColumn()
  declare expiresAt: string
}

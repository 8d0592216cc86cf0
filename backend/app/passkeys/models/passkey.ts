import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { Model } from '@crossdock/kernel/tenancy'

/** A key on somebody's device that lets them in. Read before any tenant is known, so always inside `asOperator`. */
export class Passkey extends Model {
  static override table = 'passkeys'

  @column()
  declare tenantId: string | null

  @column()
  declare userId: string

  /** As authenticators name it, base64url. */
  @column()
  declare credentialId: string

  /** COSE, base64url. */
  @column()
  declare publicKey: string

  /** How often it has been used, by its own word; 0 for ever where it does not count. */
  @column({ consume: Number })
  declare counter: number

  @jsonColumn()
  declare transports: string[]

  @column()
  declare name: string

  @instantColumn()
  declare lastUsedAt: string | null
}

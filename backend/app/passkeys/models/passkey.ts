import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { Model } from '@crossdock/kernel/tenancy'

/** A passkey of a person. Read before any tenant is known, so always inside `asOperator`. */
export class Passkey extends Model {
  static override table = 'passkeys'

  @column()
  declare tenantId: string | null

  @column()
  declare userId: string

  /** The authenticator's id of the passkey, base64url. */
  @column()
  declare credentialId: string

  /** COSE, base64url. */
  @column()
  declare publicKey: string

  /** Use counter, as the passkey reports it; always 0 for passkeys without one. */
  @column({ consume: Number })
  declare counter: number

  @jsonColumn()
  declare transports: string[]

  @column()
  declare name: string

  @instantColumn()
  declare lastUsedAt: string | null
}

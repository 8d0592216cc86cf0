import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A link by which anybody who has it gets at one file or folder, as far as whoever made it does. */
export class Share extends TenantModel {
  static override table = 'shares'

  @column()
  declare assetId: string

  @column()
  declare kind: 'download' | 'upload'

  @column()
  declare name: string

  /** Hash of the secret in its address. */
  @column({ serializeAs: null })
  declare token: string

  /** The secret, sealed; null where it is shown once, and for a link from an earlier release. */
  @column({ serializeAs: null })
  declare sealedToken: string | null

  /** Salted hash. */
  @column({ serializeAs: null })
  declare password: string | null

  @column()
  declare message: string | null

  /** Addresses it was mailed to. */
  @jsonColumn()
  declare recipients: string[]

  @instantColumn()
  declare expiresAt: string

  @column()
  declare maxDownloads: number | null

  @column()
  declare downloads: number

  /** Files that came in by it. */
  @column()
  declare uploads: number

  @instantColumn()
  declare lastUsedAt: string | null

  /** It works as long as this person may do what it lets others do. */
  @column()
  declare createdBy: string

  /** Also what lies in folders closed to that person: they made it as somebody who may open every folder. */
  @booleanColumn()
  declare opensAll: boolean

  @instantColumn()
  declare revokedAt: string | null

  /** The API token it was made with: it works only as long as that does. null: made by a person themselves. */
  @column()
  declare apiTokenId: string | null

  /** When it leaves the inventory. */
  @instantColumn()
  declare keptUntil: string
}

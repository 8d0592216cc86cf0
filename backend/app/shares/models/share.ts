import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

export const shareStatuses = ['active', 'expired', 'used_up', 'revoked'] as const

export type ShareStatus = (typeof shareStatuses)[number]

/** A link that opens one file or folder for anyone who has it, within the permissions of its creator. */
export class Share extends TenantModel {
  static override table = 'shares'

  @column()
  declare assetId: string

  @column()
  declare kind: 'download' | 'upload'

  @column()
  declare name: string

  /** Hash of the secret in the link's address. */
  @column({ serializeAs: null })
  declare token: string

  /** The encrypted secret; null when the link was shown once, or is from an earlier release. */
  @column({ serializeAs: null })
  declare sealedToken: string | null

  /** Salt and hash; null without a password. */
  @column({ serializeAs: null })
  declare password: string | null

  @column()
  declare message: string | null

  /** Mail recipients. */
  @jsonColumn()
  declare recipients: string[]

  @instantColumn()
  declare expiresAt: string

  @column()
  declare maxDownloads: number | null

  @column()
  declare downloads: number

  /** Files uploaded by the link. */
  @column()
  declare uploads: number

  @instantColumn()
  declare lastUsedAt: string | null

  /** The owner. The link works only while this person has the permissions that it gives. */
  @column()
  declare createdBy: string

  /** Whether the link also opens folders with restricted access, because its creator could open every folder. */
  @booleanColumn()
  declare opensAll: boolean

  @instantColumn()
  declare revokedAt: string | null

  /** The API token that created the link, or null. The link works only while the token does. */
  @column()
  declare apiTokenId: string | null

  /** When the row is deleted. */
  @instantColumn()
  declare keptUntil: string
}

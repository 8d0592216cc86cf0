import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

const number = { consume: Number }

/** One entry of the audit. */
export class AuditEntry extends TenantModel {
  static override table = 'audit_entries'

  /** The tenant's id, or `operator`. */
  @column()
  declare chain: string

  @column(number)
  declare seq: number

  @column()
  declare eventType: string

  @column()
  declare actorType: string

  @column()
  declare actorId: string | null

  @column()
  declare userId: string | null

  @column()
  declare environmentId: string | null

  @column()
  declare sourceType: string | null

  @column()
  declare sourceId: string | null

  @column()
  declare targetType: string | null

  @column()
  declare targetId: string | null

  @column()
  declare causeId: string | null

  @column()
  declare rootId: string

  @column()
  declare person: string | null

  @column()
  declare personSalt: string | null

  @column()
  declare personHash: string | null

  @column()
  declare details: string | null

  @column()
  declare detailsSalt: string | null

  @column()
  declare detailsHash: string | null

  @column()
  declare hash: string
}

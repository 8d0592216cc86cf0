import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { Model } from '@crossdock/kernel/tenancy'

export interface TenantSettings {
  /** `standard`, `enterprise`, or null without an agreement. */
  plan?: string | null
}

/** An organization. */
export class Tenant extends Model {
  static override table = 'tenants'

  @column()
  declare name: string

  @column()
  declare subdomain: string

  @jsonColumn()
  declare settings: TenantSettings

  @column()
  declare status: string

  /** Why the tenant was suspended. */
  @column()
  declare statusReason: string | null

  @instantColumn()
  declare statusChangedAt: string | null

  /** The actor's name at that time; the account may no longer exist. */
  @column()
  declare statusChangedBy: string | null

  /** The status that returns when the deletion is canceled. */
  @column()
  declare statusBefore: string | null

  /** The time of the scheduled deletion, if any. */
  @instantColumn()
  declare deletesAt: string | null

  /** When the deletion began; it can no longer be canceled. */
  @instantColumn()
  declare deletionBeganAt: string | null

  @instantColumn()
  declare updatedAt: string
}

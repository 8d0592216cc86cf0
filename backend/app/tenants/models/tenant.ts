import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { Model } from '@crossdock/kernel/tenancy'

export interface TenantSettings {
  /** `standard`, `enterprise`, or null when none was agreed on. */
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

  /** Why it was suspended. */
  @column()
  declare statusReason: string | null

  @instantColumn()
  declare statusChangedAt: string | null

  /** Who changed it, by the name they had then: they may be gone by now. */
  @column()
  declare statusChangedBy: string | null

  /** What it has again when its deletion is taken back. */
  @column()
  declare statusBefore: string | null

  /** When it goes, if it is to be deleted. */
  @instantColumn()
  declare deletesAt: string | null

  /** From then on its deletion cannot be taken back. */
  @instantColumn()
  declare deletionBeganAt: string | null

  @instantColumn()
  declare updatedAt: string
}

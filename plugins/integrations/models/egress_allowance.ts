import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A private range that the operator opened to a tenant, or to one of its systems. */
export class EgressAllowance extends TenantModel {
  static override table = 'egress_allowances'

  /** The system that may connect; null: every system of the tenant. */
  @column()
  declare systemId: string | null

  /** The range as a CIDR. */
  @column()
  declare network: string

  /** The allowed port; null: every port. */
  @column()
  declare port: number | null

  @column()
  declare note: string | null

  /** The user who opened it. */
  @column()
  declare grantedBy: string | null
}

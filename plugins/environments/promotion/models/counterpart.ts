import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** Two rows of two environments that are the same to people; it holds in both directions. */
export class Counterpart extends TenantModel {
  static override table = 'promotion_counterparts'

  @column()
  declare kind: string

  @column()
  declare sourceEnvironmentId: string

  @column()
  declare sourceId: string

  @column()
  declare targetEnvironmentId: string

  @column()
  declare targetId: string
}

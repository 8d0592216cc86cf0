import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** Two rows in two environments that correspond to each other. The order of the pair does not matter. */
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

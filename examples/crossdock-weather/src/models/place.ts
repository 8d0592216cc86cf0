import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A place that the tenant follows. */
export class Place extends TenantModel {
  static override table = 'weather_places'

  @column()
  declare name: string
}

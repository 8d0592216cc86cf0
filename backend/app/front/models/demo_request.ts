import { column } from '@adonisjs/lucid/orm'
import { instantColumn } from '@crossdock/kernel/database'
import { Model } from '@crossdock/kernel/tenancy'

/** A visitor's request for a demo. It belongs to the operator, so use it only inside `asOperator`. */
export class DemoRequest extends Model {
  static override table = 'demo_requests'

  @column()
  declare name: string

  @column()
  declare email: string

  @column()
  declare message: string | null

  /** `open` or `answered`. */
  @column()
  declare status: string

  @instantColumn()
  declare answeredAt: string | null
}

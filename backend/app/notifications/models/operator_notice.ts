import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { OperatorModel } from '@crossdock/kernel/tenancy'

/** The content of notifications for operators. */
export class OperatorNotice extends OperatorModel {
  static override table = 'operator_notices'

  @column()
  declare kind: string

  @column()
  declare bundle: string

  @column()
  declare count: number

  @column()
  declare eventType: string

  @column()
  declare entityType: string | null

  @column()
  declare entityId: string | null

  /** The tenant the notice is about; deleting it deletes the notice. */
  @column()
  declare aboutTenantId: string | null

  @jsonColumn()
  declare payload: Record<string, unknown>

  /** Key of the condition, such as the tenant that is near a limit; null for events. */
  @column()
  declare standing: string | null

  /** When the condition ended. */
  @instantColumn()
  declare endedAt: string | null
}

import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { Operator } from '../expressions/compare.js'

/** One type of event that a step waits for. */
export class EventWait extends TenantModel {
  static override table = 'flow_event_waits'

  @column()
  declare runId: string

  /** The token of the waiting step. */
  @column()
  declare token: string

  @column()
  declare eventType: string

  /** Only events after this log position count. */
  @column()
  declare fromSeq: number

  /** Only events about this asset count; null: any event. */
  @column()
  declare assetId: string | null

  @jsonColumn()
  declare filter: EventFilter | null

  /** The person whose permissions decide whether the step may receive the event. */
  @column()
  declare savedBy: string | null
}

/** A condition on the content of an event. */
export interface EventFilter {
  /** A path that begins with `event`. */
  value: string
  operator: Operator
  other: string
}

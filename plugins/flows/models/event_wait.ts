import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { Operator } from '../steps/compare.js'

/** One type of event that a step waits for. */
export class EventWait extends TenantModel {
  static override table = 'flow_event_waits'

  @column()
  declare runId: string

  /** That of the waiting step. */
  @column()
  declare token: string

  @column()
  declare eventType: string

  /** Only events that were recorded behind this one count. */
  @column()
  declare fromSeq: number

  /** Only events about this asset. */
  @column()
  declare assetId: string | null

  @jsonColumn()
  declare filter: EventFilter | null

  /** Whose rights decide whether the event is told. */
  @column()
  declare savedBy: string | null
}

/** What the content of an event must fulfil. */
export interface EventFilter {
  /** A path that begins with `event`. */
  value: string
  operator: Operator
  other: string
}

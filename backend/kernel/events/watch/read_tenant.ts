import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { dialect } from '../../database/database.js'
import { currentContext } from '../../ground/context.js'
import { asOperator } from '../../tenancy/switch.js'
import { tenantTable } from '../../tenancy/tenant_table.js'
import { positioned, type PositionedEvent } from '../logged_event.js'
import type { Position } from '../position.js'

const table = 'middleware_events'

type Row = Record<string, unknown>

/** The events of the current tenant; of all tenants for an operator without one. */
async function rows<Result>(read: (query: DatabaseQueryBuilderContract<Row>) => Promise<Result>) {
  const ask = () => read(tenantTable(table))
  if (currentContext().tenantId) return ask()
  return asOperator('a super administrator sees what happens in every tenant', ask)
}

/** Position of a visible event; undefined for an unknown or deleted one. */
export async function placeOf(id: string): Promise<Position | undefined> {
  const row = await rows((query) => query.where('id', id).select('transaction', 'seq').first())
  return row ? positioned(row).position : undefined
}

/**
 * The id of a recent visible event at or before a position. No unseen event precedes it.
 * @param time latest time of the event
 */
export async function newestBefore(
  { transaction, seq }: Position,
  time?: string
): Promise<string | undefined> {
  const row = await rows((query) => {
    if (time) query.where('created_at', '<=', time)
    if (dialect() === 'sqlite') query.where('seq', '<=', seq)
    else query.whereRaw('(transaction, seq) <= (?, ?)', [transaction, seq])
    return query.orderBy('seq', 'desc').select('id').first()
  })
  return row?.id as string | undefined
}

/** The next visible events between two positions, without the first, in log order. */
export async function pageOf(
  after: Position,
  upTo: Position,
  limit: number
): Promise<{ rows: PositionedEvent[]; reached: Position }> {
  const found = await rows((query) => {
    if (dialect() === 'sqlite') {
      return query
        .where('seq', '>', after.seq)
        .where('seq', '<=', upTo.seq)
        .orderBy('seq')
        .limit(limit)
    }
    return query
      .whereRaw('(transaction, seq) > (?, ?)', [after.transaction, after.seq])
      .whereRaw('(transaction, seq) <= (?, ?)', [upTo.transaction, upTo.seq])
      .orderBy('transaction')
      .orderBy('seq')
      .limit(limit)
  })
  const page = found.map(positioned)
  return { rows: page, reached: page.length === limit ? page.at(-1)!.position : upTo }
}

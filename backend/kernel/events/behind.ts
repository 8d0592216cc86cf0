import { ask, dialect } from '../database/database.js'
import type { Position } from './position.js'

/** The count stops at this number. */
const most = 10_000

/** Number of events in the log after a position, up to 10,000. Call it inside `asOperator()`. */
export async function eventsBehind({ transaction, seq }: Position): Promise<number> {
  const [condition, place] =
    dialect() === 'sqlite'
      ? ['seq > ?', [seq]]
      : ['("transaction", seq) > (?, ?)', [transaction, seq]]
  const [row] = await ask<{ count: number }>(
    `select count(*) as count from (select 1 from middleware_events where ${condition} limit ${most}) as looked`,
    place
  )
  return Number(row!.count)
}

import { ask, dialect } from '../database/database.js'
import type { Position } from './position.js'

/** More are not counted. */
const most = 10_000

/** How many events of the log lie behind a position, up to 10,000. As operator. */
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

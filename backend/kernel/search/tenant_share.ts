import { clock } from '../ground/clock.js'
import { ask } from '../database/database.js'
import { sideTable } from '../database/text_index.js'
import { perApplication } from '../ground/application.js'
import { Memo } from '../ground/memo.js'

/** Rows that are looked at. */
const sample = 64
/** Shares change slowly, and a wrong one costs time only. */
const freshMs = 60_000

const shares = perApplication(() => new Memo<boolean>({ until: () => clock.now() + freshMs }))

/**
 * Whether most rows of SQLite's index are a tenant's own, by some of them from its whole length. What every row holds tells
 * FTS5 nothing, and reading along it costs more than the rows of others that are found without it.
 */
export const hasMostRows = (table: string, tenant: string): Promise<boolean> =>
  shares().get(`${table} ${tenant}`, async () => {
    const side = sideTable(table)
    const [row] = await ask<{ known: number; own: number }>(
      `with recursive turn(at) as (select 1 union all select at + 1 from turn where at < ${sample})
       select count(*) as known, count(case when tenant = ? then 1 end) as own
       from turn cross join ${side}
         on num = at * (select seq from sqlite_sequence where name = '${side}') / ${sample}`,
      [tenant]
    )
    return row!.own * 2 > row!.known
  })

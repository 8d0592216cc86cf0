import { clock } from '../ground/clock.js'
import { ask } from '../database/database.js'
import { sideTable } from '../database/text_index/text_index.js'
import { perApplication } from '../ground/application.js'
import { Memo } from '../ground/memo.js'

/** Number of sampled rows. */
const sampleSize = 64
/** Shares change slowly, and a wrong one only costs time. */
const freshMs = 60_000

const shares = perApplication(() => new Memo<boolean>({ until: () => clock.now() + freshMs }))

/**
 * Whether most rows of SQLite's index belong to a tenant, estimated from an even sample. A term in nearly every
 * row does not narrow an FTS5 query, and reading its list costs more than skipping the other tenants' rows.
 */
export const hasMostRows = (table: string, tenant: string): Promise<boolean> =>
  shares().get(`${table} ${tenant}`, async () => {
    const side = sideTable(table)
    const [row] = await ask<{ known: number; own: number }>(
      `with recursive turn(at) as (select 1 union all select at + 1 from turn where at < ${sampleSize})
       select count(*) as known, count(case when tenant = ? then 1 end) as own
       from turn cross join ${side}
         on num = at * (select seq from sqlite_sequence where name = '${side}') / ${sampleSize}`,
      [tenant]
    )
    return row!.own * 2 > row!.known
  })

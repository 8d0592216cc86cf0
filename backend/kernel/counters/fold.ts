import { ask, dialect, transaction } from '../database/index.js'
import { apartHours } from '../database/schema/counting.js'
import { asOperator } from '../tenancy/index.js'

const foldedAtOnce = 1_000

const columns = 'tenant_id, counter, bucket, key, slot, n, valued, total'

const onTop = `on conflict (tenant_id, counter, bucket, key, slot) do update set n = counters.n + excluded.n,
  valued = counters.valued + excluded.valued, total = counters.total + excluded.total`

/** Merges old counter rows, so that a tenant with years of data has few; the sums stay the same. */
export function fold(): Promise<void> {
  return asOperator('counters of all tenants are added up', () =>
    dialect() === 'postgres' ? foldPostgres() : foldSqlite()
  )
}

/** One tenant per transaction, because all other requests wait for it. */
async function foldSqlite(): Promise<void> {
  const isEarly = `bucket <> '' and bucket < strftime('%Y-%m-%dT%H', 'now', '-${apartHours} hours')`
  const tenants = await ask<{ tenant_id: string }>(
    `select distinct tenant_id from counters where ${isEarly}`
  )
  for (const { tenant_id: tenant } of tenants) {
    await transaction(async () => {
      await ask(
        `insert into counters (${columns})
         select tenant_id, counter, '', key, 0, sum(n), sum(valued), sum(total)
         from counters where tenant_id = ? and ${isEarly} group by 1, 2, 4 ${onTop}`,
        [tenant]
      )
      await ask(`delete from counters where tenant_id = ? and ${isEarly}`, [tenant])
    })
  }
}

/**
 * Sessions write their own rows. Merges those of past hours, and, for counters without hours, those of ended
 * sessions. Locked rows are left for the next run. A writer waits for at most one statement, which itself waits
 * for nothing.
 */
async function foldPostgres(): Promise<void> {
  let folded: number
  do folded = await foldSome()
  while (folded === foldedAtOnce)
}

async function foldSome(): Promise<number> {
  const hour = (ago: number) =>
    `to_char((now() at time zone 'UTC') - interval '${ago} hours', 'YYYY-MM-DD"T"HH24') collate "C"`
  const isEarly = `bucket < ${hour(apartHours)}`
  const [row] = await ask<{ folded: number }>(
    `with past as (
       select tenant_id, counter, bucket, key, slot from counters
       where (slot <> 0 and case when bucket = ''
           then slot not in (select pid from pg_stat_activity) else bucket < ${hour(1)} end)
         or (bucket <> '' and ${isEarly})
       limit ${foldedAtOnce} for update skip locked
     ), gone as (
       delete from counters using past
       where (counters.tenant_id, counters.counter, counters.bucket, counters.key, counters.slot)
         = (past.tenant_id, past.counter, past.bucket, past.key, past.slot)
       returning counters.*
     ), added as (
       insert into counters (${columns})
       select tenant_id, counter, case when ${isEarly} then '' else bucket end, key, 0,
         sum(n), sum(valued), sum(total)
       from gone group by 1, 2, 3, 4 order by 1, 2, 3, 4 ${onTop}
     )
     select count(*) as folded from gone`
  )
  return Number(row?.folded ?? 0)
}

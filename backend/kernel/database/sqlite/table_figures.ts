import { databaseManager } from '../database.js'

/** Row count that SQLite assumes for a table without statistics. */
const rowsOfTable = 1_000_000
/** Number of rows of a tenant. Without this SQLite assumes ten rows and uses no other index. */
const rowsOfTenant = 100_000
/** Each further column of an index divides the number of rows by this. */
const narrowing = 1_000
/** Minimum for a column that is not unique: a second row may always have the same value. */
const fewest = 2

interface Index {
  tbl: string
  idx: string
  unique: number
  /** Column names in order, separated by commas. */
  columns: string
}

/** Indexes that begin with the tenant (or the chain of the audit log) and contain every row. */
const tenantIndexes = `
  select m.tbl_name as tbl, m.name as idx, l."unique",
    (select group_concat(name) from (select name from pragma_index_info(m.name) order by seqno)) as columns
  from sqlite_schema m join pragma_index_list(m.tbl_name) l on l.name = m.name
  where m.type = 'index' and l.partial = 0
    and (select name from pragma_index_info(m.name) where seqno = 0) in ('tenant_id', 'chain')
  order by 1, 2`

/**
 * Returns an index's statistics in SQLite's format: the number of rows, then how many rows share the first
 * column, the first two, and so on.
 */
function statisticsOf({ unique, columns }: Index): string {
  const names = columns.split(',')
  let rows = rowsOfTenant
  const shared = names.map((name, at) => {
    const isOne = name === 'id' || (unique && at === names.length - 1)
    // Nearly all rows of a tenant belong to one environment.
    const narrows = at > 0 && name !== 'environment_id'
    if (narrows) rows = isOne ? 1 : Math.max(fewest, Math.round(rows / narrowing))
    return rows
  })
  return [rowsOfTable, ...shared].join(' ')
}

/**
 * Gives SQLite fixed statistics for tenants' tables, the same on every installation from its first day. Query
 * plans then depend neither on table growth nor on a manual ANALYZE (sqlite.org/lang_analyze.html, "Fixed
 * Results Of ANALYZE"). backend/tests/explain checks every list. Runs at every start, but writes only if a
 * migration has changed the indexes.
 */
export async function fixTableFigures(): Promise<void> {
  const connection = databaseManager().connection()
  const indexes: Index[] = await connection.rawQuery(tenantIndexes)
  const wanted = indexes.map((index) => ({
    tbl: index.tbl,
    idx: index.idx,
    stat: statisticsOf(index),
  }))
  // Creates the statistics table if it is missing.
  await connection.rawQuery('analyze sqlite_schema')
  const present = await connection.rawQuery('select tbl, idx, stat from sqlite_stat1 order by 1, 2')
  if (JSON.stringify(present) === JSON.stringify(wanted)) return
  // A manual ANALYZE may have stored samples, too.
  const kept = await connection.rawQuery(
    `select name from sqlite_schema where name glob 'sqlite_stat*'`
  )
  for (const { name } of kept) await connection.rawQuery(`delete from ${name}`)
  await connection.rawQuery(
    `insert into sqlite_stat1 (tbl, idx, stat)
     select value ->> 'tbl', value ->> 'idx', value ->> 'stat' from json_each(?)`,
    [JSON.stringify(wanted)]
  )
  await connection.rawQuery('analyze sqlite_schema')
}

import { databaseManager } from './database.js'

/** As many rows as SQLite takes any table for that it knows no figures of. */
const rowsOfTable = 1_000_000
/** A tenant says little about a row; without this SQLite takes it for ten rows and looks no further. */
const rowsOfTenant = 100_000
/** What each further column of an index narrows them by. */
const narrowing = 1_000
/** Of what is not one of a kind there may always be another. */
const fewest = 2

interface Index {
  tbl: string
  idx: string
  unique: number
  /** In their order, with commas between. */
  columns: string
}

/** All that begin with the tenant, as which a chain of the audit is known, too, and hold every row. */
const tenantIndexes = `
  select m.tbl_name as tbl, m.name as idx, l."unique",
    (select group_concat(name) from (select name from pragma_index_info(m.name) order by seqno)) as columns
  from sqlite_schema m join pragma_index_list(m.tbl_name) l on l.name = m.name
  where m.type = 'index' and l.partial = 0
    and (select name from pragma_index_info(m.name) where seqno = 0) in ('tenant_id', 'chain')
  order by 1, 2`

/** As SQLite writes it: the rows there are, then those that share the first column, the first two, and so on. */
function figureOf({ unique, columns }: Index): string {
  const names = columns.split(',')
  let rows = rowsOfTenant
  const shared = names.map((name, at) => {
    const isOne = name === 'id' || (unique && at === names.length - 1)
    // Nearly everything of a tenant lies in one environment.
    const narrows = at > 0 && name !== 'environment_id'
    if (narrows) rows = isOne ? 1 : Math.max(fewest, Math.round(rows / narrowing))
    return rows
  })
  return [rowsOfTable, ...shared].join(' ')
}

/**
 * Tells SQLite what to expect of the tables of tenants, the same on every installation and from its first day: how a
 * statement is answered neither changes as tables grow nor with who analysed them when
 * (sqlite.org/lang_analyze.html, "Fixed Results Of ANALYZE"). backend/tests/explain holds every list to it.
 * Asked at every start; writes when a migration has changed the indexes.
 */
export async function fixTableFigures(): Promise<void> {
  const connection = databaseManager().connection()
  const indexes: Index[] = await connection.rawQuery(tenantIndexes)
  const wanted = indexes.map((index) => ({ tbl: index.tbl, idx: index.idx, stat: figureOf(index) }))
  // Makes the table of figures where there is none.
  await connection.rawQuery('analyze sqlite_schema')
  const present = await connection.rawQuery('select tbl, idx, stat from sqlite_stat1 order by 1, 2')
  if (JSON.stringify(present) === JSON.stringify(wanted)) return
  // Whoever analysed by hand may have left samples, too.
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

import { dialect, transaction, unscoped } from '@crossdock/kernel/database'

/** The plan of a query. PostgreSQL would scan a table with few rows, so sequential scans are disabled. */
export function explain(query: { toQuery(): string }): Promise<string> {
  const isPostgres = dialect() === 'postgres'
  const how = isPostgres ? 'explain' : 'explain query plan'
  return transaction(async () => {
    if (isPostgres) await unscoped().rawQuery('set local enable_seqscan = off')
    return JSON.stringify(await unscoped().rawQuery(`${how} ${query.toQuery()}`))
  })
}

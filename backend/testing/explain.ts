import { dialect, transaction, unscoped } from '@crossdock/kernel/database'

/** How the database would answer a query. PostgreSQL would read a table with few rows whole: it may not. */
export function explain(query: { toQuery(): string }): Promise<string> {
  const isPostgres = dialect() === 'postgres'
  const how = isPostgres ? 'explain' : 'explain query plan'
  return transaction(async () => {
    if (isPostgres) await unscoped().rawQuery('set local enable_seqscan = off')
    return JSON.stringify(await unscoped().rawQuery(`${how} ${query.toQuery()}`))
  })
}

import { tenantTable } from '@crossdock/kernel/tenancy'

type Query = ReturnType<typeof tenantTable<{ id: string }>>

/**
 * Implements `prune` for records in one table: deletes the oldest rows that a query finds.
 * @param older query for the rows of `table` that may be deleted
 * @param by the column with the age of a row
 * @returns how many were deleted, at most `most`
 */
export async function deleteOldest(
  table: string,
  older: Query,
  most: number,
  by = 'created_at'
): Promise<number> {
  const rows = await older.orderBy(by).orderBy('id').limit(most).select('id')
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tenantTable(table).whereIn('id', ids).delete()
  return ids.length
}

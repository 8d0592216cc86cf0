import { unscoped } from '@crossdock/kernel/database'

const batchSize = 2_000

/**
 * Deletes a batch of an import's rows, because a file can have a hundred thousand.
 * @returns the number of deleted rows
 */
export async function forgetRows(importId: string): Promise<number> {
  const rows = unscoped().from('user_import_rows').where('import_id', importId).select('id')
  const batch: { id: string }[] = await rows.limit(batchSize)
  if (batch.length === 0) return 0
  const ids = batch.map(({ id }) => id)
  await unscoped().from('user_import_rows').whereIn('id', ids).delete()
  return ids.length
}

import { unscoped } from '@crossdock/kernel/database'

const mostDeleted = 2_000

/** Deletes some rows of an import: a file may have a hundred thousand, and others write meanwhile. How many. */
export async function forgetRows(importId: string): Promise<number> {
  const rows = unscoped().from('user_import_rows').where('import_id', importId).select('id')
  const some: { id: string }[] = await rows.limit(mostDeleted)
  if (some.length === 0) return 0
  const ids = some.map(({ id }) => id)
  await unscoped().from('user_import_rows').whereIn('id', ids).delete()
  return ids.length
}

import { tenantTable } from '@crossdock/kernel/tenancy'

/** Assets of the context's tenant that have been in the trash since before a time. */
export const oldTrash = (before: string) =>
  tenantTable<{ id: string }>('assets').where('trashed_at', '<', before).whereNull('purged_at')

/** Ids of the assets that have been in the trash longest, at most `most`. */
export async function trashedBefore(before: string, most: number): Promise<string[]> {
  const rows = await oldTrash(before).orderBy('trashed_at').orderBy('id').select('id').limit(most)
  return rows.map(({ id }) => id)
}

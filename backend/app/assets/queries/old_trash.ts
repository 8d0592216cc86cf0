import { tenantTable } from '@crossdock/kernel/tenancy'

/** What of the context's tenant has lain in the trash since before a time. */
export const oldTrash = (before: string) =>
  tenantTable<{ id: string }>('assets').where('trashed_at', '<', before).whereNull('purged_at')

/** Its oldest, at most so many. */
export async function trashedBefore(before: string, most: number): Promise<string[]> {
  const rows = await oldTrash(before).orderBy('trashed_at').orderBy('id').select('id').limit(most)
  return rows.map(({ id }) => id)
}

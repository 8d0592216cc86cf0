import { unscoped } from '@crossdock/kernel/database'
import { Asset } from '../models/asset.js'

const perTurn = 50

/** What of the context's tenant has lain in the trash since before a time, the oldest first; a few of it. */
export async function trashedBefore(before: string): Promise<string[]> {
  const rows = await Asset.query()
    .where('trashed_at', '<', before)
    .whereNull('purged_at')
    .orderBy('trashed_at')
    .orderBy('id')
    .select('id')
    .limit(perTurn)
  return rows.map(({ id }) => id)
}

/** Tenants that have something in the trash since before a time; in operator scope. */
export async function tenantsWithOldTrash(before: string): Promise<string[]> {
  const rows: { id: string }[] = await unscoped()
    .from('tenants')
    .whereExists((query) =>
      query
        .from('assets')
        .whereColumn('assets.tenant_id', 'tenants.id')
        .where('trashed_at', '<', before)
        .whereNull('purged_at')
    )
    .orderBy('id')
    .select('id')
  return rows.map(({ id }) => id)
}

import { dialect, unscoped } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/**
 * Allows one move or copy at a time in a tenant. Two concurrent moves of folders into each other could create a cycle,
 * and a copy during a move would be incomplete. SQLite has a single writer anyway.
 */
export async function lockTree(): Promise<void> {
  if (dialect() !== 'postgres') return
  const key = `assets.tree:${currentTenantId()}`
  await unscoped().rawQuery('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key])
}

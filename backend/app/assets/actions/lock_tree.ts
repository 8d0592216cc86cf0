import { dialect, unscoped } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/**
 * Who moves or copies in a tenant does so alone: two folders moved into each other at the same moment
 * would each see no cycle, and a copy of what is being moved would hold half of it. SQLite has one writer anyway.
 */
export async function lockTree(): Promise<void> {
  if (dialect() !== 'postgres') return
  const key = `assets.tree:${currentTenantId()}`
  await unscoped().rawQuery('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key])
}

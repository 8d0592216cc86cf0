import { ask, dialect, plannedAnew } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'

const isSibling = `tenant_id = ? and parent_key = ? and trashed_at is null`

/**
 * Each is looked up in the index of a folder's names. By a plan of PostgreSQL from when the table was empty each would read
 * the whole tenant.
 */
const taken = {
  postgres: `select found.name from json_array_elements_text(?::json) as given cross join lateral
    (select name from assets where ${isSibling} and name = given offset 0) as found${plannedAnew}`,
  sqlite: `select assets.name from json_each(?) as given cross join assets
    where ${isSibling} and assets.name = given.value`,
}

/** Those of the names that something in a folder bears. Locks nothing: the unique index has the last word. */
export async function takenNames(
  parentId: string | null,
  names: readonly string[]
): Promise<Set<string>> {
  const found = await ask<{ name: string }>(taken[dialect()], [
    ...[JSON.stringify(names), currentTenantId(), parentId ?? ''],
  ])
  return new Set(found.map(({ name }) => name))
}

import { ask, dialect, plannedEachTime } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'

const isSibling = `tenant_id = ? and parent_key = ? and trashed_at is null`

/**
 * `offset 0` forces an index lookup for each name. With statistics of an empty table, PostgreSQL would read
 * the whole tenant for each name.
 */
const taken = {
  postgres: `select found.name from json_array_elements_text(?::json) as given cross join lateral
    (select name from assets where ${isSibling} and name = given offset 0) as found${plannedEachTime}`,
  sqlite: `select assets.name from json_each(?) as given cross join assets
    where ${isSibling} and assets.name = given.value`,
}

/** The names that are taken in a folder. Takes no lock: the unique index has the last word. */
export async function takenNames(
  parentId: string | null,
  names: readonly string[]
): Promise<Set<string>> {
  const found = await ask<{ name: string }>(taken[dialect()], [
    JSON.stringify(names),
    currentTenantId(),
    parentId ?? '',
  ])
  return new Set(found.map(({ name }) => name))
}

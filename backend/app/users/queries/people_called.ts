import { ask, dialect, plannedAnew } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { User } from '../models/user.js'

/**
 * Each address is looked up by itself: until PostgreSQL has analysed the table it takes an organization for a few people,
 * and would rather read all of them than look for a hundred.
 */
const texts = {
  postgres: `select found.id from json_array_elements_text(?::json) as given
    cross join lateral (select id from users where email = given and tenant_id = ? offset 0) as found${plannedAnew}`,
  sqlite: 'select id from users where email in (select value from json_each(?)) and tenant_id = ?',
}

/** Those of the current tenant who have one of the addresses, by id. @param lock keeps them as they are until the transaction ends */
export async function peopleCalled(
  emails: readonly string[],
  { lock = false } = {}
): Promise<User[]> {
  if (emails.length === 0) return []
  const found = await ask<{ id: string }>(texts[dialect()], [
    JSON.stringify(emails),
    currentTenantId(),
  ])
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const people = User.query().whereIn('id', ids).orderBy('id')
  return lock ? people.forUpdate() : people
}

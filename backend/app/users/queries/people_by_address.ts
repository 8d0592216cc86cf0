import { ask, dialect, plannedEachTime } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { User } from '../models/user.js'

/**
 * On PostgreSQL looks up each address separately. Without statistics after an import it assumes a small
 * organization, and would scan all people instead of looking up a hundred.
 */
const texts = {
  postgres: `select found.id from json_array_elements_text(?::json) as given
    cross join lateral (select id from users where email = given and tenant_id = ? offset 0) as found${plannedEachTime}`,
  sqlite: 'select id from users where email in (select value from json_each(?)) and tenant_id = ?',
}

/**
 * People of the current tenant with one of the addresses, by id.
 * @param lock locks them until the transaction ends
 */
export async function findPeopleByAddress(
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

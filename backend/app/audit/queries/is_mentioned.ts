import { ask } from '@crossdock/kernel/database'
import { erasure } from '../chain/index.js'
import { tenantOf } from '../chains.js'
import { isUnsealed } from './is_sealed.js'

/**
 * Checks the target's type, because other targets could have the same id. Entries that record an erasure do
 * not count.
 */
const isPerson = `target_type = 'user' and event_type <> '${erasure}'`

/** Whether a chain mentions a person, including events that are not sealed yet. Needs operator scope. */
export async function isMentioned(chain: string, userId: string): Promise<boolean> {
  const [row] = await ask<{ found: boolean | number }>(
    `select exists (select 1 from audit_entries where chain = ? and user_id = ?)
       or exists (select 1 from audit_entries where chain = ? and target_id = ? and ${isPerson}) as found`,
    [chain, userId, chain, userId]
  )
  const condition = `(events.user_id = ? or events.target_id = ? and ${isPerson})`
  return Boolean(row!.found) || isUnsealed(tenantOf(chain), condition, [userId, userId])
}

import { ask } from '@crossdock/kernel/database'
import { erasure } from '../chain/index.js'
import { tenantOf } from '../chains.js'
import { isUnsealed } from './is_sealed.js'

/** By its id anything could be taken for somebody; and that somebody was erased tells of nobody. */
const isPerson = `target_type = 'user' and event_type <> '${erasure}'`

/** Whether a chain tells of a person, or will once what was recorded is sealed; in operator scope. */
export async function isToldOf(chain: string, userId: string): Promise<boolean> {
  const [row] = await ask<{ found: boolean | number }>(
    `select exists (select 1 from audit_entries where chain = ? and user_id = ?)
       or exists (select 1 from audit_entries where chain = ? and target_id = ? and ${isPerson}) as found`,
    [chain, userId, chain, userId]
  )
  const such = `(events.user_id = ? or events.target_id = ? and ${isPerson})`
  return Boolean(row!.found) || isUnsealed(tenantOf(chain), such, [userId, userId])
}

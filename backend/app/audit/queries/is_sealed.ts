import { ask, dialect } from '@crossdock/kernel/database'
import { sealerName } from '../consumers/seal.js'
import { leftOut } from '../left_out.js'

const behindCursor = {
  sqlite: 'events.seq > cursors.seq',
  postgres: '(events."transaction", events.seq) > (cursors."transaction", cursors.seq)',
}

const isOf = { sqlite: 'is', postgres: 'is not distinct from' }

/**
 * Whether everything of a tenant (null: of none) that belongs into the audit is in it, in operator scope. Events that are parked
 * for the sealer wait for somebody, and are not waited for.
 * @param upTo an instant: what was recorded after it is not asked for
 */
export const isSealed = async (tenantId: string | null, upTo = '9999-12-31T23:59:59.999Z') =>
  !(await isUnsealed(tenantId, 'events.created_at <= ?', [upTo]))

/** Whether there are such events of a tenant (null: of none) that belong into the audit and are not in it yet; in operator scope. */
export async function isUnsealed(
  tenantId: string | null,
  such: string,
  values: string[]
): Promise<boolean> {
  const names = Object.keys(leftOut)
  const rows = await ask(
    `select 1 as one from event_cursors as cursors
     join middleware_events as events on events.tenant_id ${isOf[dialect()]} ? and ${behindCursor[dialect()]}
     where cursors.name = ? and ${such} and events.event_type not in (${names.map(() => '?').join()}) limit 1`,
    [tenantId, sealerName, ...values, ...names]
  )
  return rows.length > 0
}

import { ask, dialect } from '@crossdock/kernel/database'
import { leftOut } from '../left_out.js'

/** Name of the sealing consumer. Its cursor shows how far the log is sealed. */
export const sealerName = 'audit.seal'

const behindCursor = {
  sqlite: 'events.seq > cursors.seq',
  postgres: '(events."transaction", events.seq) > (cursors."transaction", cursors.seq)',
}

const isOf = { sqlite: 'is', postgres: 'is not distinct from' }

/**
 * Whether all events of a tenant (null: of no tenant) are sealed, except for types that the audit leaves out.
 * Needs operator scope. Ignores events whose sealing failed, because they wait for an operator.
 * @param upTo an instant; later events are ignored
 */
export const isSealed = async (tenantId: string | null, upTo = '9999-12-31T23:59:59.999Z') =>
  !(await isUnsealed(tenantId, 'events.created_at <= ?', [upTo]))

/**
 * Whether an event of a tenant (null: of no tenant) that meets a condition is not sealed yet. Needs operator
 * scope.
 * @param condition SQL on `events`
 */
export async function isUnsealed(
  tenantId: string | null,
  condition: string,
  values: string[]
): Promise<boolean> {
  const names = Object.keys(leftOut)
  const rows = await ask(
    `select 1 as one from event_cursors as cursors
     join middleware_events as events on events.tenant_id ${isOf[dialect()]} ? and ${behindCursor[dialect()]}
     where cursors.name = ? and ${condition} and events.event_type not in (${names.map(() => '?').join()}) limit 1`,
    [tenantId, sealerName, ...values, ...names]
  )
  return rows.length > 0
}

import { afterCommit, unscoped } from '../database/database.js'
import { now } from '../database/clock.js'
import { newId } from '../database/ids.js'
import { currentContext } from '../tenancy/context.js'
import { asOperator } from '../tenancy/switch.js'
import type { Enqueue } from './contract.js'
import { announce } from './announce.js'
import { laneOf } from './lane.js'

export const enqueue: Enqueue = async (name, payload, options = {}) => {
  const { tenantId, environmentId, actor, causeId, rootId, operator } = currentContext()
  const id = newId()
  const created = now()
  const runAt = options.runAt?.toISOString() ?? created
  const row = {
    id,
    tenant_id: tenantId,
    lane: laneOf(tenantId, options.target),
    name,
    payload: JSON.stringify(payload),
    state: runAt > created ? 'scheduled' : 'waiting',
    priority: options.priority ?? 5,
    run_at: runAt,
    unique_key: options.uniqueKey ?? null,
    actor: JSON.stringify(actor),
    environment_id: environmentId,
    cause_id: causeId,
    root_id: rootId,
    created_at: created,
  }
  const insert = async () => {
    const query = unscoped().insertQuery().table('jobs').knexQuery.insert(row)
    if (options.uniqueKey) query.onConflict().ignore()
    const inserted: unknown[] = await query.returning('id')
    return inserted.length > 0
  }
  const hidden = !tenantId && !operator
  const added = hidden ? await asOperator('a job of no tenant', insert) : await insert()
  if (!added) return null
  const at = row.state === 'scheduled' ? Date.parse(runAt) : 0
  afterCommit(() => announce({ kind: 'work', at }))
  return id
}

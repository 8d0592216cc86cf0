import { now } from '../database/rows/clock.js'
import { dialect, unscoped } from '../database/database.js'
import { present } from '../database/rows/present.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { retryLineNow, readHead } from './line.js'
import { table, type Line, type ParkedRow } from './parked_row.js'

/** Parked events of the current tenant; in operator scope, of all tenants. */
export const parkedEvents = () => tenantTable<ParkedRow>(table)

const lineOf = ({ consumer, tenant_id }: ParkedRow): Line => ({ consumer, tenantId: tenant_id })

const due = () => unscoped().raw(present())

/** Locks the row until the transaction ends; waits for an attempt in progress. */
async function hold(id: string): Promise<ParkedRow | undefined> {
  const query = parkedEvents().where('id', id)
  if (dialect() === 'postgres') query.forUpdate()
  return (await query.first()) ?? undefined
}

/**
 * Makes a parked event due now, in the current transaction. A failed one joins its line again with all
 * attempts; for a waiting one, the first event of its line is tried. Undefined when it is not parked (any
 * more).
 */
export async function retryParkedEvent(id: string): Promise<ParkedRow | undefined> {
  const held = await hold(id)
  if (!held) return undefined
  const tries = held.state === 'failed' ? 0 : held.tries
  await parkedEvents().where('id', id).update({ state: 'waiting', tries, retry_at: due() })
  const first = await readHead(lineOf(held))
  if (first) await parkedEvents().where('id', first.id).update({ retry_at: due() })
  await retryLineNow(lineOf(held))
  return { ...held, state: 'waiting', tries, retry_at: now() }
}

/**
 * Drops a parked event for its consumer, in the current transaction; the next ones continue. Returns the row,
 * undefined when it is not parked (any more).
 */
export async function dropParkedEvent(id: string): Promise<ParkedRow | undefined> {
  const held = await hold(id)
  if (!held) return undefined
  await parkedEvents().where('id', id).delete()
  await retryLineNow(lineOf(held))
  return held
}

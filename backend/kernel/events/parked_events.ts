import { now } from '../database/clock.js'
import { dialect, unscoped } from '../database/database.js'
import { present } from '../database/present.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { hastenLine, head } from './line.js'
import { table, type Line, type ParkedRow } from './parked_row.js'

/** Parked events: the current tenant's, or in operator scope everybody's. */
export const parkedEvents = () => tenantTable<ParkedRow>(table)

const lineOf = ({ consumer, tenant_id }: ParkedRow): Line => ({ consumer, tenantId: tenant_id })

const due = () => unscoped().raw(present())

/** Held until the transaction ends: whoever tries it at the moment has come to an end. */
async function hold(id: string): Promise<ParkedRow | undefined> {
  const query = parkedEvents().where('id', id)
  if (dialect() === 'postgres') query.forUpdate()
  return (await query.first()) ?? undefined
}

/**
 * Lets a parked event be tried at once, in the current transaction: one that has failed joins its line again, with as many
 * tries as at first; for one that waits, whatever stands before it is tried. Undefined when it is not parked (any more).
 */
export async function retryParkedEvent(id: string): Promise<ParkedRow | undefined> {
  const held = await hold(id)
  if (!held) return undefined
  const tries = held.state === 'failed' ? 0 : held.tries
  await parkedEvents().where('id', id).update({ state: 'waiting', tries, retry_at: due() })
  const first = await head(lineOf(held))
  if (first) await parkedEvents().where('id', first.id).update({ retry_at: due() })
  await hastenLine(lineOf(held))
  return { ...held, state: 'waiting', tries, retry_at: now() }
}

/**
 * Gives a parked event up for its consumer, in the current transaction; those behind it go on. Returns what it was,
 * undefined when it is not parked (any more).
 */
export async function dropParkedEvent(id: string): Promise<ParkedRow | undefined> {
  const held = await hold(id)
  if (!held) return undefined
  await parkedEvents().where('id', id).delete()
  await hastenLine(lineOf(held))
  return held
}

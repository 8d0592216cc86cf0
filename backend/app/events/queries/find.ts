import { positioned, progressOf, toEvent, type LoggedEvent } from '@crossdock/kernel/events'
import { notFound } from '@crossdock/kernel/ground'
import type { Reader } from '@crossdock/kernel/http'
import { currentContext, holds, inTenant } from '@crossdock/kernel/tenancy'
import { countUpTo } from '@crossdock/kernel/database'
import { eventEffects, type Effect } from '../contracts/index.js'
import { nameIn } from './name_in.js'
import { showFacts } from './show_events.js'
import { type LogRow, visibleCondition, visibleLog, inReadableScope } from './visible.js'

const most = { shown: 50, counted: 1_000 }

interface Effects {
  kind: string
  entityType: string
  total: number
  items: Effect[]
}

/**
 * An event, with the progress of its consumers and with its effects.
 * @throws Problem 404, also for an event the caller may not read
 */
export async function findEvent(id: string, reader: Reader) {
  const mine = await visibleCondition('middleware_events')
  const row = await inReadableScope(async () => visibleLog(mine).where('id', id).first())
  if (!row) throw notFound('There is no event with the id "{id}".', id)
  const facts = await showFacts([row], reader)
  const { parked } = (await inReadableScope(() => progressOf([row])))(row)
  return {
    ...facts(row),
    parked: parked.map(({ id, consumer, state, tries, last_error, retry_at }) => ({
      id,
      consumer,
      state,
      tries: Number(tries),
      lastError: last_error,
      retryAt: retry_at,
    })),
    caused: await runInTenantOf(row, () => effectsOf(row)),
  }
}

/** Runs `work` in the tenant of an event, also for a super administrator outside of tenants. */
function runInTenantOf<T>({ tenant_id }: LogRow, work: () => Promise<T>): Promise<T> {
  const tenantId = tenant_id as string | null
  return tenantId && tenantId !== currentContext().tenantId ? inTenant(tenantId, work) : work()
}

async function effectsOf(row: LogRow): Promise<Effects[]> {
  const { caused, total } = await causedEvents(String(row.id))
  const events = { kind: 'events', entityType: 'event', total, items: caused.map(toEffect) }
  const event = toEvent(positioned(row))
  if (!event || !currentContext().tenantId) return [events]
  const others: Effects[] = []
  for (const [kind, { permission, entityType, of }] of eventEffects.entries()) {
    if (!holds(permission)) continue
    others.push({ kind, entityType, ...(await of({ event, caused }, most)) })
  }
  return [events, ...others]
}

async function causedEvents(id: string): Promise<{ caused: LoggedEvent[]; total: number }> {
  const mine = await visibleCondition('middleware_events')
  const query = () => visibleLog(mine).where('cause_id', id)
  const { rows, total } = await inReadableScope(async () => {
    const rows = await query().orderBy('seq').limit(most.shown)
    const isAll = rows.length < most.shown
    return { rows, total: isAll ? rows.length : await countUpTo(query(), most.counted) }
  })
  return { caused: rows.flatMap((row) => toEvent(positioned(row)) ?? []), total }
}

const toEffect = ({ id, eventType, payload, createdAt }: LoggedEvent): Effect => ({
  id,
  createdAt,
  status: eventType,
  name: nameIn(payload),
})

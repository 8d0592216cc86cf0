import { ask } from '@crossdock/kernel/database'
import { parseObject } from '@crossdock/kernel/json'
import { nameIn } from './name_in.js'
import { placeholders, visibleCondition, inReadableScope } from './visible.js'

/** Counting stops at this number. */
const most = 100

export interface Caused {
  count: number
  first: { eventType: string; targetName: string | null } | null
}

interface Counted {
  id: string
  caused: number
  first: string | null
}

/**
 * Counts the events that each row caused directly, and finds the first one. Skips events that the caller may
 * not read, and events about the same target: the end of a run is no effect of its start.
 */
export async function countCaused(
  rows: readonly { id?: unknown }[]
): Promise<(row: { id?: unknown }) => Caused> {
  const none: Caused = { count: 0, first: null }
  if (rows.length === 0) return () => none
  const { sql, values } = await visibleCondition('effect')
  const effects = `from middleware_events as effect where effect.cause_id = cause.id
    and effect.tenant_id = cause.tenant_id and coalesce(effect.target_id, '') <> coalesce(cause.target_id, '-')
    and ${sql} order by effect.seq`
  const ids = rows.map(({ id }) => String(id))
  const counted = await inReadableScope(() =>
    ask<Counted>(
      `select cause.id,
         (select count(*) from (select 1 ${effects} limit ${most}) as counted) as caused,
         (select effect.id ${effects} limit 1) as first
       from middleware_events as cause where cause.id in (${placeholders(ids)})`,
      [...values, ...values, ...ids]
    )
  )
  const firsts = await findFirstCaused(counted.flatMap(({ first }) => first ?? []))
  const found = new Map(
    counted.map(({ id, caused, first }) => [
      id,
      { count: Number(caused), first: firsts.get(first ?? '') ?? null },
    ])
  )
  return ({ id }) => found.get(String(id)) ?? none
}

async function findFirstCaused(
  ids: readonly string[]
): Promise<Map<string, NonNullable<Caused['first']>>> {
  if (ids.length === 0) return new Map()
  const rows = await inReadableScope(() =>
    ask<{ id: string; event_type: string; payload: string }>(
      `select id, event_type, payload from middleware_events where id in (${placeholders(ids)})`,
      [...ids]
    )
  )
  return new Map(
    rows.map(({ id, event_type, payload }) => [
      id,
      { eventType: event_type, targetName: nameIn(parseObject(payload)) },
    ])
  )
}

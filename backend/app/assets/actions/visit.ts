import { clock, ask, dialect, now, transaction } from '@crossdock/kernel/database'
import { loggable } from '@crossdock/kernel/ground'
import { perApplication } from '@crossdock/kernel/plugin'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { mostVisits } from '../queries/asset_filters.js'

/** Deleting is expensive, so a process deletes a person's old visits only after recording this many new ones. */
const notesPerDelete = 16
/** A process counts visits for at most this many people. Beyond that it resets all counts. */
const mostCounted = 10_000
/** Minimum interval between two records while a person reads one file in parts. */
const everyMs = 60_000

const ofPerson = 'from asset_visits where tenant_id = ? and user_id = ?'

/** The acting person, directly or by a token; null for flows, links and other callers. */
function visitingPerson(): string | null {
  const { type, userId } = currentContext().actor
  return type === 'user' || type === 'token' ? userId : null
}

/**
 * Records that the caller opened or downloaded a file. Repeats of the last opened file count once a minute.
 * An error, such as a full disk, skips the visit and the download continues.
 */
export async function recordVisit(
  assetId: string,
  log: { warn(about: object, said: string): void }
) {
  try {
    await recordOpened(assetId)
  } catch (error) {
    log.warn({ err: loggable(error), assetId }, 'cannot record that a file was opened')
  }
}

async function recordOpened(assetId: string): Promise<void> {
  const userId = visitingPerson()
  if (userId === null) return
  const [last] = await ask<{ assetId: string; visitedAt: string }>(
    `select asset_id as "assetId", visited_at as "visitedAt" ${ofPerson}
     order by visited_at desc, id desc limit 1`,
    [currentTenantId(), userId]
  )
  const isKnown = last?.assetId === assetId && clock.now() - Date.parse(last.visitedAt) < everyMs
  if (!isKnown) await transaction(() => visit(userId, [assetId]))
}

/** Records that the caller changed files, in the transaction of the change. */
export async function recordChanged(assetIds: readonly string[]): Promise<void> {
  const userId = visitingPerson()
  if (userId === null || assetIds.length === 0) return
  await visit(userId, [...new Set(assetIds)].slice(-mostVisits))
}

const columns = '(id, tenant_id, created_at, user_id, asset_id, visited_at)'
const onConflict = 'on conflict (user_id, asset_id) do update set visited_at = excluded.visited_at'

const addSql = {
  postgres: `insert into asset_visits ${columns}
    select gen_random_uuid()::text, ?, cast(? as timestamptz), ?, given, cast(? as timestamptz)
    from json_array_elements_text(?::json) as given ${onConflict}`,
  sqlite: `insert into asset_visits ${columns}
    select lower(hex(randomblob(16))), ?, ?, ?, value, ? from json_each(?) where true ${onConflict}`,
}

const oldest = `select id ${ofPerson} order by visited_at desc, id desc`

/** `skip locked`: requests of the same person do not wait for each other. */
const deleteOldSql = {
  postgres: `delete ${ofPerson} and id in (${oldest} offset ${mostVisits} for update skip locked)`,
  sqlite: `delete ${ofPerson} and id in (${oldest} limit -1 offset ${mostVisits})`,
}

async function visit(userId: string, assetIds: readonly string[]): Promise<void> {
  const [tenantId, time] = [currentTenantId(), now()]
  await ask(addSql[dialect()], [tenantId, time, userId, time, JSON.stringify(assetIds)])
  if (isTimeToDelete(userId, assetIds.length))
    await ask(deleteOldSql[dialect()], [tenantId, userId, tenantId, userId])
}

const notes = perApplication(() => new Map<string, number>())

function isTimeToDelete(userId: string, files: number): boolean {
  const counted = notes()
  if (counted.size > mostCounted) counted.clear()
  const n = (counted.get(userId) ?? 0) + files
  counted.set(userId, n < notesPerDelete ? n : 0)
  return n >= notesPerDelete
}

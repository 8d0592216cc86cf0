import { clock, ask, dialect, now, transaction } from '@crossdock/kernel/database'
import { loggable } from '@crossdock/kernel/http'
import { perApplication } from '@crossdock/kernel/plugin'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'

/** Of one person that are shown; older ones are deleted. */
export const mostVisits = 100
/** Deleting costs more than noting, so a process deletes once for every so many files that it noted of a person. */
const notesPerDelete = 16
/** A process counts the notes of at most so many people. With more it forgets all counts and starts at zero. */
const mostCounted = 10_000
/** Who reads a file part by part is noted this often. */
const everyMs = 60_000

const ofPerson = 'from asset_visits where tenant_id = ? and user_id = ?'

/** The person who acts, by themselves or by a token of theirs; null for flows, links and the like. */
function visitor(): string | null {
  const { type, userId } = currentContext().actor
  return type === 'user' || type === 'token' ? userId : null
}

/**
 * Notes that the caller has opened or downloaded a file; of the one they opened last once a minute at most. Where nothing can
 * be written (a full disk, a file that has just gone) it goes without: the bytes can be read all the same.
 */
export async function noteOpened(
  assetId: string,
  log: { warn(about: object, said: string): void }
) {
  try {
    await note(assetId)
  } catch (error) {
    log.warn({ err: loggable(error), assetId }, 'that a file was opened cannot be noted')
  }
}

async function note(assetId: string): Promise<void> {
  const userId = visitor()
  if (userId === null) return
  const [last] = await ask<{ assetId: string; visitedAt: string }>(
    `select asset_id as "assetId", visited_at as "visitedAt" ${ofPerson}
     order by visited_at desc, id desc limit 1`,
    [currentTenantId(), userId]
  )
  const isKnown = last?.assetId === assetId && clock.now() - Date.parse(last.visitedAt) < everyMs
  if (!isKnown) await transaction(() => visit(userId, [assetId]))
}

/** Notes that the caller has changed files, in the transaction of the change. */
export async function noteChanged(assetIds: readonly string[]): Promise<void> {
  const userId = visitor()
  if (userId === null || assetIds.length === 0) return
  await visit(userId, [...new Set(assetIds)].slice(-mostVisits))
}

const columns = '(id, tenant_id, created_at, user_id, asset_id, visited_at)'
const again = 'on conflict (user_id, asset_id) do update set visited_at = excluded.visited_at'

const add = {
  postgres: `insert into asset_visits ${columns}
    select gen_random_uuid()::text, ?, cast(? as timestamptz), ?, given, cast(? as timestamptz)
    from json_array_elements_text(?::json) as given ${again}`,
  sqlite: `insert into asset_visits ${columns}
    select lower(hex(randomblob(16))), ?, ?, ?, value, ? from json_each(?) where true ${again}`,
}

const oldest = `select id ${ofPerson} order by visited_at desc, id desc`

/** Rows that the same person's other requests are about to delete are theirs, so no request waits for them. */
const forget = {
  postgres: `delete ${ofPerson} and id in (${oldest} offset ${mostVisits} for update skip locked)`,
  sqlite: `delete ${ofPerson} and id in (${oldest} limit -1 offset ${mostVisits})`,
}

async function visit(userId: string, assetIds: readonly string[]): Promise<void> {
  const [tenantId, time] = [currentTenantId(), now()]
  await ask(add[dialect()], [tenantId, time, userId, time, JSON.stringify(assetIds)])
  if (isTurn(userId, assetIds.length))
    await ask(forget[dialect()], [tenantId, userId, tenantId, userId])
}

const notes = perApplication(() => new Map<string, number>())

function isTurn(userId: string, files: number): boolean {
  const counted = notes()
  if (counted.size > mostCounted) counted.clear()
  const n = (counted.get(userId) ?? 0) + files
  counted.set(userId, n < notesPerDelete ? n : 0)
  return n >= notesPerDelete
}

import { afterCommit } from '../database/database.js'
import { announce } from './announce.js'
import { isLimited, placeOf, type Limited } from './limits.js'
import { sql } from './sql.js'

/** In which a limited job has a place. */
const placed = new Set(['held_name', 'waiting', 'running'])

/**
 * Takes a job away in the current transaction, whatever its state; a try in flight is aborted after
 * the commit and can write nothing more. False when there is no such job (any more).
 * @param options.unlessRunning leaves a job alone that a worker has begun; the answer is false then
 */
export async function cancelJob(
  id: string,
  { unlessRunning = false }: { unlessRunning?: boolean } = {}
): Promise<boolean> {
  const idle = unlessRunning ? "and state <> 'running'" : ''
  const [gone] = await sql<Limited & { state: string }>(
    `delete from jobs where id = ? ${idle} returning name, tenant_id, gate, limit_of_name, state`,
    [id]
  )
  if (!gone) return false
  afterCommit(() => announce({ kind: 'cancelled', id }))
  if (isLimited(gone) && placed.has(gone.state)) {
    const place = placeOf(gone)
    afterCommit(() => announce({ kind: 'vacated', place }))
  }
  return true
}

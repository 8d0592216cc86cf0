import { afterCommit } from '../database/database.js'
import { announce } from './announce.js'
import { isLimited, placeOf, type Limited } from './limits.js'
import { sql } from './sql.js'

/** States in which a limited job has a place. */
const placed = new Set(['held_name', 'waiting', 'running'])

/**
 * Deletes a job in the current transaction, whatever its state. A running attempt is aborted after the commit
 * and can write nothing more. False when the job does not exist (any more).
 * @param options.unlessRunning keeps a job that a worker has begun, and returns false
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

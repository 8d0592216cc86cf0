import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { BackupRefused } from './refused.js'

/** Application name of the restore program in PostgreSQL's list of sessions. */
export const restoreName = 'crossdock restore'

const timeoutMs = 10_000
const pollMs = 50

const sessions = `from pg_stat_activity where datname = current_database() and application_name = '${restoreName}'`

/**
 * Ends restore programs whose restore was killed. The caller has claimed the database, so no other restore is
 * active.
 * @throws BackupRefused when a session does not end
 */
export async function endOrphanedRestores(client: pg.Client): Promise<void> {
  const until = performance.now() + timeoutMs
  for (;;) {
    // The session of another login cannot be terminated, so wait for its end.
    const { rows } = await client.query<{ pid: number }>(
      `select pid, case when usename = current_user then pg_terminate_backend(pid) end ${sessions}`
    )
    if (rows.length === 0) return
    if (performance.now() > until) throw restoreRunning(client.database)
    await delay(pollMs)
  }
}

export const restoreRunning = (database: string | undefined): BackupRefused =>
  new BackupRefused(
    `Another restore uses the database "${database}". Wait until it ends, or choose another database.`
  )

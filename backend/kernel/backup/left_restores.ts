import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { BackupRefused } from './refused.js'

/** Application name of the restore program in the sessions of PostgreSQL. */
export const restoreName = 'crossdock restore'

const timeoutMs = 10_000
const pollMs = 50

const sessions = `from pg_stat_activity where datname = current_database() and application_name = '${restoreName}'`

/**
 * Ends restore programs that still run although their restore was killed. The caller holds the claim on the
 * database, so no other restore is active.
 * @throws BackupRefused when a session does not end
 */
export async function endLeftRestores(client: pg.Client): Promise<void> {
  const until = performance.now() + timeoutMs
  for (;;) {
    // A session of another login cannot be terminated, only awaited.
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

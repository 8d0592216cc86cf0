import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { BackupRefused } from './refused.js'

/** What the program of a restore is called among the sessions of a database. */
export const restoreName = 'crossdock restore'

const patienceMs = 10_000
const lookMs = 50

const sessions = `from pg_stat_activity where datname = current_database() and application_name = '${restoreName}'`

/**
 * Whoever has claimed the database is alone: what still works under that name is the program of a restore that was killed,
 * which goes on by itself. It is ended, as all of it is begun anew.
 * @throws BackupRefused when it does not end
 */
export async function endLeftRestores(client: pg.Client): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    // Of another login it may not be ended, only waited for.
    const { rows } = await client.query<{ pid: number }>(
      `select pid, case when usename = current_user then pg_terminate_backend(pid) end ${sessions}`
    )
    if (rows.length === 0) return
    if (performance.now() > until) throw atWork(client.database)
    await delay(lookMs)
  }
}

export const atWork = (database: string | undefined): BackupRefused =>
  new BackupRefused(
    `Another restore works on the database "${database}". Wait for its end, or give another database.`
  )

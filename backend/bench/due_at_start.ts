import type { FreshDatabase } from '@crossdock/kernel/testing'
import { connect, sourceOf } from './baselines/source.js'

/** Makes a schedule due at the next start of the server. On SQLite no other process may use the database. */
export async function dueAtStart(database: FreshDatabase, name: string): Promise<void> {
  const statements = connect(sourceOf(database), { connections: 1 })
  try {
    const due = await statements.prepare(
      `update job_schedules set next_at = '2026-01-01T00:00:00.000Z' where name = ? returning name`
    )(name)
    if (due.length !== 1) throw new Error(`There is no schedule "${name}".`)
  } finally {
    await statements.close()
  }
}

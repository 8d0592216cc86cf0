import { statfs } from 'node:fs/promises'
import { clock } from '../ground/clock.js'
import { perApplication } from '../ground/application.js'
import type { Health } from '../ground/health.js'
import { settings } from '../settings/index.js'
import { asOperator } from '../tenancy/switch.js'
import { now } from '../database/rows/clock.js'
import { databaseFault, fullness, isNoRoom, OutcomeUnknown } from '../database/faults.js'
import { transaction, unscoped } from '../database/database.js'
import { databaseState } from '../database/state.js'

/** A successful write is trusted for this long; a failed one is retried immediately. */
const provenMs = 10_000
const recentlyFullMs = 60_000
const lowOnSpace = 1024 ** 3

const unwritable = 'The database cannot be written: its disk is full, or can only be read.'

/** The last write. */
const proof = perApplication<{ at: number; written?: Promise<void> | undefined }>(() => ({ at: 0 }))

/**
 * Health check: the database answers, stores writes, and has free space.
 * @throws when it does not answer or store writes; a full database is only reported
 */
export async function checkDatabase(): Promise<Health> {
  await unscoped().rawQuery('select 1')
  try {
    await proveWrites()
  } catch (error) {
    // Reads still work, so a load balancer must not remove the server.
    const cause = error instanceof OutcomeUnknown ? error.cause : error
    if (databaseFault(cause) !== 'full') throw error
    const message = isNoRoom(cause) ? 'There is no room left in the database.' : unwritable
    return { status: 'degraded', message }
  }
  if (clock.ticks() - fullness().at < recentlyFullMs) {
    const found = fullness().noRoom ? 'found no room in the database' : 'did not get onto its disk'
    return { status: 'degraded', message: `A write ${found} a moment ago.` }
  }
  const freeBytes = await roomOfDatabase()
  const { unindexed: slow } = databaseState()
  if (freeBytes >= lowOnSpace) return { status: 'ok', ...(slow ? { message: slow } : {}) }
  return { status: 'degraded', message: 'Less than 1 GiB is free on the disk of the database.' }
}

/** Writes one row; concurrent calls share the result. */
function proveWrites(): Promise<void> {
  const last = proof()
  const time = clock.ticks()
  if (last.written && time - last.at < provenMs) return last.written
  const written = write()
  Object.assign(last, { at: time, written })
  written.catch(() => {
    if (last.written === written) last.written = undefined
  })
  return written
}

async function write(): Promise<void> {
  await asOperator('the health check writes its row', () =>
    transaction(async () => {
      await unscoped().rawQuery(
        `insert into health_probe (id, written_at) values (1, ?)
         on conflict (id) do update set written_at = excluded.written_at`,
        [now()]
      )
    })
  )
}

/** Free bytes for SQLite's files; a PostgreSQL server does not report its free space. */
async function roomOfDatabase(): Promise<number> {
  const { DATABASE_URL, DATA_DIR } = settings.use()
  if (DATABASE_URL) return Infinity
  const { bavail, bsize } = await statfs(DATA_DIR)
  return bavail * bsize
}

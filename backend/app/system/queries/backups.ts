import type { Standing } from '@crossdock/backend/notifications'
import { clock, unscoped } from '@crossdock/kernel/database'

const day = 24 * 60 * 60_000
/** A backup younger than this is never overdue, however often backups are made. */
const leastMs = 36 * 60 * 60_000
/** While there is only one backup, it is overdue after this time. */
const firstMs = 8 * day

interface Row {
  taken_at: string | null
  before_at: string | null
  failed_at: string | null
  reason: string | null
}

/**
 * Problems with backups of the command `backup`. An installation that never used it may use other backups and has no
 * problem.
 */
export async function backupConditions(): Promise<Standing[]> {
  const row: Row | null = await unscoped().from('backups').where('id', 'last').first()
  if (!row) return []
  const { taken_at: taken, before_at: before, failed_at: failed, reason } = row
  if (failed && !(taken && taken >= failed)) return [{ key: 'failed', payload: { reason } }]
  if (!taken) return []
  const age = clock.now() - Date.parse(taken)
  const usual = before ? Date.parse(taken) - Date.parse(before) : firstMs / 2
  if (age <= Math.max(2 * usual, leastMs)) return []
  return [{ key: 'overdue', payload: { days: Math.floor(age / day) } }]
}

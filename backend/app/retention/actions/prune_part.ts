import { recordEvent } from '@crossdock/kernel/events'
import { currentTenantId, inTenant } from '@crossdock/kernel/tenancy'
import type { KeptRecords } from '../contracts/index.js'
import { deletionAnnounced } from '../event_types.js'
import type { RetentionRun } from '../models/retention_run.js'
import { countOlder } from '../queries/count_older.js'
import { daysBefore, findDays } from '../queries/periods.js'

const dayMs = 24 * 60 * 60_000

/**
 * Deletes a batch of expired rows in the current transaction: of an environment, or of the tenant when
 * `environmentId` is null. Reads the period each time, because it may change between batches.
 * @returns how many rows were deleted
 */
export async function prunePart(
  kind: string,
  records: KeptRecords,
  environmentId: string | null,
  run: RetentionRun,
  most: number
): Promise<number> {
  const before = await prunedBefore(kind, records, environmentId, run)
  if (before === null) return 0
  return inTenant(currentTenantId(), () => records.prune(before, most), { environmentId })
}

async function prunedBefore(
  kind: string,
  records: KeptRecords,
  environmentId: string | null,
  run: RetentionRun
): Promise<string | null> {
  const days = await findDays(kind, records, environmentId)
  if (days === null) return null
  const before = daysBefore(Date.parse(run.startedAt), days)
  if (!records.warnDays) return before
  if (!run.warnedBefore || isAnnounced(records.warnDays, run)) return null
  return before < run.warnedBefore ? before : run.warnedBefore
}

/** Whether a deletion is announced and must still wait. */
const isAnnounced = (warnDays: number, { warnedAt, startedAt }: RetentionRun): boolean =>
  warnedAt !== null && Date.parse(startedAt) < Date.parse(warnedAt) + warnDays * dayMs

/** Announces the next deletion of a kind that requires it, in the current transaction. */
export async function announceDeletion(
  kind: string,
  records: KeptRecords,
  run: RetentionRun
): Promise<void> {
  const { warnDays } = records
  if (!warnDays || isAnnounced(warnDays, run)) return
  run.merge({ warnedBefore: null, warnedAt: null })
  const days = await findDays(kind, records, null)
  if (days === null) return
  const begun = Date.parse(run.startedAt)
  const soon = daysBefore(begun, Math.max(0, days - warnDays))
  const count = await countOlder(records, soon, null)
  if (count === 0) return
  run.merge({ warnedBefore: soon, warnedAt: run.startedAt })
  await recordEvent(deletionAnnounced, {
    target: { type: 'retention', id: currentTenantId() },
    payload: { kind, count, at: new Date(begun + warnDays * dayMs).toISOString() },
  })
}

import { Problem } from '@crossdock/kernel/ground'
import { ledger, meters, quotaRefusal } from '@crossdock/kernel/ledger'
import { ContentTooLarge } from '@crossdock/kernel/storage'
import { MB, storageCode } from './meters.js'

/**
 * Locks the quota. A transaction that adds files must take this lock first, which prevents deadlocks.
 * @param atMost maximum of bytes the transaction adds; if plenty of space is left, it need not wait for
 *   others
 */
export const lockQuota = (atMost?: number): Promise<void> =>
  ledger.use().lock('storageQuotaGB', atMost)

/** Refuses a file that probably exceeds the quota, before its bytes are sent. @throws Problem 507 */
export const assertFitsQuota = (bytes: number): Promise<void> =>
  ledger.use().assertLikely('storageQuotaGB', bytes)

/** Whether a file exceeded the quota. Its status is 507, but nothing was stored, as after a 4xx. */
export const isOverQuota = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === storageCode

/** Returns the error. If the environment's limit for a file was exceeded, the error names the limit. */
export async function withLimitName(error: unknown): Promise<unknown> {
  if (!(error instanceof ContentTooLarge)) return error
  const limit = await ledger.use().limitOf('maxFileSize')
  const meter = meters.get('maxFileSize')
  const isOurs = meter && limit !== undefined && error.maxBytes === limit * MB
  return isOurs ? quotaRefusal(meter, limit, null) : error
}

import { Problem } from '@crossdock/kernel/ground'
import { ledger, meters, quotaRefusal } from '@crossdock/kernel/ledger'
import { ContentTooLarge } from '@crossdock/kernel/storage'
import { MB, storageCode } from './meters.js'

/**
 * The first lock of a transaction that adds files: transactions queue here before they hold other locks, which
 * prevents deadlocks.
 * @param atMost bytes that the transaction adds at most; with it, and plenty of space left, transactions do not queue
 */
export const lockRoom = (atMost?: number): Promise<void> =>
  ledger.use().lock('storageQuotaGB', atMost)

/** Refuses a large file that exceeds the quota before it is sent. @throws Problem 507 */
export const assertRoomFor = (bytes: number): Promise<void> =>
  ledger.use().assertLikely('storageQuotaGB', bytes)

/** Whether a file exceeded the quota: a certain failure, but not an invalid request. */
export const isOutOfRoom = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === storageCode

/** Returns the error, with the limit in it when the file exceeded the environment's limit for files. */
export async function withLimitName(error: unknown): Promise<unknown> {
  if (!(error instanceof ContentTooLarge)) return error
  const limit = await ledger.use().limitOf('maxFileSize')
  const meter = meters.get('maxFileSize')
  const isOurs = meter && limit !== undefined && error.maxBytes === limit * MB
  return isOurs ? quotaRefusal(meter, limit, null) : error
}

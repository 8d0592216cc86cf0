import { Problem } from '@crossdock/kernel/http'
import { ledger, meters } from '@crossdock/kernel/ledger'
import { ContentTooLarge } from '@crossdock/kernel/storage'
import { quotaRefusal } from '@crossdock/kernel/ledger'
import { MB, storageCode } from './meters.js'

/**
 * First of all in a transaction that puts files somewhere: transactions wait for one another here, before any of them holds
 * what another one wants.
 * @param atMost bytes that it puts at most; while plenty of room is left, transactions that say it do not wait
 */
export const lockRoom = (atMost?: number): Promise<void> =>
  ledger.use().lock('storageQuotaGB', atMost)

/** Refuses a large file for which there is no room before it is sent. @throws Problem 507 */
export const assertRoomFor = (bytes: number): Promise<void> =>
  ledger.use().assertLikely('storageQuotaGB', bytes)

/** Whether there was no room for a file: certain, though it is no fault of who sent it. */
export const isOutOfRoom = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === storageCode

/** The same refusal by its limit, where the limit of the environment is what a file was too large for. */
export async function namingLimit(error: unknown): Promise<unknown> {
  if (!(error instanceof ContentTooLarge)) return error
  const limit = await ledger.use().limitOf('maxFileSize')
  const meter = meters.get('maxFileSize')
  const isOurs = meter && limit !== undefined && error.maxBytes === limit * MB
  return isOurs ? quotaRefusal(meter, limit, null) : error
}

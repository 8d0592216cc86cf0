import { perApplication } from '@crossdock/kernel/plugin'
import { Problem, text } from '@crossdock/kernel/ground'
import type { Identity } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/** Maximum number of long documents, of 24 MiB each, that a process receives concurrently. */
const mostArriving = 6
/** Maximum number of documents that a process reads concurrently, each in its own thread. */
const mostRead = 2

const arriving = perApplication(() => new Set<string>())
const reading = perApplication(() => new Set<string>())

/**
 * Takes the single slot of an organization for uploading a long document. Returns a function that releases the
 * slot. A super administrator outside of an organization has an own slot.
 * @throws Problem 409 if the slot is taken, 429 if all slots of the process are taken
 */
export const takeUploadSlot = ({ tenantId, actor }: Identity): (() => void) =>
  takeSlot(arriving(), tenantId ?? `${actor.type} ${actor.id}`, mostArriving)

/** Like `takeUploadSlot`, for a reader thread. */
export const takeReaderSlot = (): (() => void) => takeSlot(reading(), currentTenantId(), mostRead)

function takeSlot(taken: Set<string>, sender: string, most: number): () => void {
  if (taken.has(sender)) {
    throw new Problem(
      409,
      'E_IMPORT_RUNS',
      text('Your organization imports another document at the moment. Try again when it is done.')
    )
  }
  if (taken.size >= most) {
    throw new Problem(
      429,
      'E_IMPORTS',
      text('The server reads {count} documents at the moment. Try again in some seconds.', {
        count: most,
      }),
      { headers: { 'retry-after': '5' } }
    )
  }
  taken.add(sender)
  return () => void taken.delete(sender)
}

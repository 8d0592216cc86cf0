import { perApplication } from '@crossdock/kernel/plugin'
import { Problem, text, type Identity } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/** Long documents that are on their way to one process at once, 24 MiB each. */
const mostArriving = 6
/** Documents that are read at once in one process, each in a thread of its own. */
const mostRead = 2

const arriving = perApplication(() => new Set<string>())
const reading = perApplication(() => new Set<string>())

/**
 * Takes the one place that an organization has for a long document on its way, until the returned function is called. A super
 * administrator has one of their own.
 * @throws Problem 409 while it has one already, 429 while others have them all
 */
export const takePlace = ({ tenantId, actor }: Identity): (() => void) =>
  take(arriving(), tenantId ?? `${actor.type} ${actor.id}`, mostArriving)

/** Takes one of the threads that read documents, likewise. */
export const takeThread = (): (() => void) => take(reading(), currentTenantId(), mostRead)

function take(taken: Set<string>, sender: string, most: number): () => void {
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

import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/ground'
import { enqueue } from '@crossdock/kernel/jobs'
import { environmentBelongings } from '../contracts/index.js'
import { environmentDeleted } from '../event_types.js'
import { purgeEnvironment } from '../job_refs.js'
import { changePresentEnvironment, eventDataOf } from './changing.js'

/** How long a deletion can be undone. */
export const restorableMs = 15 * 60_000

/**
 * Hides an environment and stops its work. A job deletes it permanently after the restore period.
 * @throws Problem 404, 409 for `production`
 */
export async function deleteEnvironment(id: string): Promise<void> {
  await changePresentEnvironment(id, async (environment) => {
    if (environment.name === 'production') {
      throw conflict(
        'E_PRODUCTION',
        text(
          'Every tenant has its production environment: it cannot be deleted. Make it inactive instead.'
        )
      )
    }
    for (const [, { end }] of environmentBelongings.entries()) await end?.(id)
    const deletedAt = now()
    await environment.merge({ deletedAt }).save()
    await recordEvent(environmentDeleted, eventDataOf(environment))
    const runAt = new Date(Date.parse(deletedAt) + restorableMs)
    await enqueue(purgeEnvironment, { environmentId: id, deletedAt }, { runAt })
  })
}

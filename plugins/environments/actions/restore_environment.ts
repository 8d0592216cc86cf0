import { clock, isUniqueViolation, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, Problem, text } from '@crossdock/kernel/ground'
import { asOperator } from '@crossdock/kernel/tenancy'
import { environmentDeleted, environmentRestored } from '../event_types.js'
import type { TenantEnvironment } from '../models/tenant_environment.js'
import { changeEnvironment, nameTaken, eventDataOf } from './changing.js'
import { restorableMs } from './delete_environment.js'

/**
 * Restores a deleted environment with its former data.
 * @throws Problem 404, 409 if it is not deleted, if the restore period has ended, or if another environment has
 * taken its name
 */
export async function restoreEnvironment(id: string): Promise<TenantEnvironment> {
  let name = ''
  try {
    return await changeEnvironment(id, async (environment) => {
      const { deletedAt } = environment
      name = environment.name
      if (deletedAt === null) {
        throw conflict(
          'E_NOT_DELETED',
          text('The environment "{name}" is not deleted, so there is nothing to restore.', { name })
        )
      }
      if (Date.parse(deletedAt) + restorableMs < clock.now()) throw tooLate()
      await environment.merge({ deletedAt: null }).save()
      await recordEvent(environmentRestored, eventDataOf(environment))
      return environment
    })
  } catch (error) {
    if (isUniqueViolation(error, 'name')) throw nameTaken(name)
    if (error instanceof Problem && error.status === 404 && (await wasDeleted(id))) throw tooLate()
    throw error
  }
}

/** Returns whether the event log records the deletion of an environment whose row is already gone. */
function wasDeleted(id: string): Promise<boolean> {
  const deletion = { target_id: id, event_type: environmentDeleted.name }
  return asOperator('the operator asks about an environment that is gone', async () => {
    const event = await unscoped().from('middleware_events').where(deletion).select('id').first()
    return event !== null && event !== undefined
  })
}

const tooLate = () =>
  conflict(
    'E_TOO_LATE',
    text(
      'This environment was deleted more than {minutes} minutes ago and is gone permanently. Create a new one instead.',
      { minutes: restorableMs / 60_000 }
    )
  )

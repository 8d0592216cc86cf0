import { clock, isUniqueViolation, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, Problem, text } from '@crossdock/kernel/http'
import { asOperator } from '@crossdock/kernel/tenancy'
import { environmentDeleted, environmentRestored } from '../event_types.js'
import type { TenantEnvironment } from '../models/tenant_environment.js'
import { changing, nameTaken, toldOf } from './changing.js'
import { restorableMs } from './delete_environment.js'

/**
 * Takes the deletion of an environment back: it is as it was.
 * @throws Problem 404, 409 when it is not deleted, too late, or another one has its name by now
 */
export async function restoreEnvironment(id: string): Promise<TenantEnvironment> {
  let name = ''
  try {
    return await changing(id, async (environment) => {
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
      await recordEvent(environmentRestored, toldOf(environment))
      return environment
    })
  } catch (error) {
    if (isUniqueViolation(error, 'name')) throw nameTaken(name)
    if (error instanceof Problem && error.status === 404 && (await wasDeleted(id))) throw tooLate()
    throw error
  }
}

/** The row is gone by then; the log remembers. */
function wasDeleted(id: string): Promise<boolean> {
  const told = { target_id: id, event_type: environmentDeleted.name }
  return asOperator('the operator restores what no tenant has any more', async () => {
    const event = await unscoped().from('middleware_events').where(told).select('id').first()
    return event !== null && event !== undefined
  })
}

const tooLate = () =>
  conflict(
    'E_TOO_LATE',
    text(
      'This environment was deleted more than {minutes} minutes ago and is gone for good. Create a new one instead.',
      { minutes: restorableMs / 60_000 }
    )
  )

import { presentRights, type RightsOfPerson } from '@crossdock/backend/access'
import type { PermissionRef } from '@crossdock/kernel/plugin'
import { StepFailed } from '../contracts/index.js'

/**
 * Returns the permissions for a step that starts now: the permissions of the person who had saved the workflow.
 * @throws StepFailed, which is not retried, if the step needs more
 */
export async function lentRights(
  savedBy: string | null,
  needed: readonly PermissionRef[]
): Promise<ReadonlySet<string>> {
  const person = await presentRights.use().of(savedBy)
  const missing = needed.filter(({ name }) => !person.permissions.has(name)).map(({ name }) => name)
  if (missing.length === 0) return person.permissions
  const message = `This step needs ${missing.join(', ')}. ${whyMissing(savedBy, person)} A person who has it can save the workflow again and start a new run.`
  throw new StepFailed(message, { retryable: false, family: 'auth' })
}

/**
 * Explains why permissions are missing. It does not name the person, because callers who may read runs need not
 * know the people. Administrators see the person in `savedBy`.
 */
function whyMissing(savedBy: string | null, { isHere, mayEnter }: RightsOfPerson): string {
  if (savedBy === null)
    return 'It is not known who saved the workflow, so its steps have no permissions.'
  if (!isHere) return 'The person who saved the workflow is no longer here.'
  if (!mayEnter) return 'The person who saved the workflow may no longer sign in.'
  return 'The person who saved the workflow no longer has that.'
}

import { presentRights, type RightsOfPerson } from '@crossdock/backend/access'
import type { PermissionRef } from '@crossdock/kernel/plugin'
import { StepFailed } from '../contracts/index.js'

/**
 * What a step may do that begins now: what the person may do who had saved the workflow.
 * @throws StepFailed, which is not tried again, when that is less than the step needs
 */
export async function lentRights(
  savedBy: string | null,
  needed: readonly PermissionRef[]
): Promise<ReadonlySet<string>> {
  const person = await presentRights.use().of(savedBy)
  const missing = needed.filter(({ name }) => !person.permissions.has(name)).map(({ name }) => name)
  if (missing.length === 0) return person.permissions
  const message = `This step needs ${missing.join(', ')}. ${whyMissing(savedBy, person)} Whoever holds it can save the workflow again and start it anew.`
  throw new StepFailed(message, { retryable: false, family: 'auth' })
}

/** Names nobody: whoever may read runs need not know the people. Administrators look at `savedBy`. */
function whyMissing(savedBy: string | null, { isHere, mayEnter }: RightsOfPerson): string {
  if (savedBy === null) return 'Nobody is known to have saved the workflow, so it holds nothing.'
  if (!isHere) return 'Whoever saved the workflow is no longer here.'
  if (!mayEnter) return 'Whoever saved the workflow is no longer let in.'
  return 'Whoever saved the workflow does not hold that any more.'
}

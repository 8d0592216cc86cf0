import { Problem } from '../../ground/problem.js'
import { text } from '../../ground/text.js'
import type { Call } from '../call.js'
import { identify } from '../identify.js'
import { scopeOf } from '../scope.js'

/**
 * Checks that the caller would get the same stream again.
 * @throws Problem that says why not
 */
export async function assertStillAllowed({ operation, http, context }: Call): Promise<void> {
  const identity = await identify(operation, http)
  const scope = await scopeOf(operation, http, identity, undefined, context.requestId)
  const same =
    scope.actor.id === context.actor.id &&
    scope.tenantId === context.tenantId &&
    sameMembers(scope.permissions, context.permissions)
  if (same) return
  throw new Problem(
    403,
    'E_RIGHTS_CHANGED',
    text('Your permissions have changed since this stream was opened. Open it again.')
  )
}

const sameMembers = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one === other || (one.size === other.size && [...one].every((name) => other.has(name)))

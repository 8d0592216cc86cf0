import type { Context, RequestFacts } from '../../ground/context.js'
import { Problem } from '../../ground/problem.js'
import { text } from '../../ground/text.js'
import { databaseFault } from '../faults.js'

const committed = new WeakSet<RequestFacts>()

/** Records that the context's request has committed something. */
export function noteCommit({ request }: Context): void {
  if (request) committed.add(request)
}

/**
 * Returns the Problem for a database fault after a commit of the same request: the change may be done. Has no
 * Retry-After, because the outcome is unknown. Undefined if nothing was committed, or the error is not a
 * database fault.
 */
export function faultProblemAfterCommit(error: unknown, { request }: Context): Problem | undefined {
  const fault = databaseFault(error)
  if (!fault || !request || !committed.has(request)) return undefined
  return new Problem(fault === 'full' ? 507 : 503, 'E_OUTCOME_UNKNOWN', behind, { cause: error })
}

const behind = text(
  'The change was stored, at least in part, but the database failed before it was answered. Check before you repeat it.'
)

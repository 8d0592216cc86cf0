import type { Context, RequestFacts } from '../ground/context.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { databaseFault } from './faults.js'

const committed = new WeakSet<RequestFacts>()

/** Remembers that something of the context's request is stored. */
export function noteCommit({ request }: Context): void {
  if (request) committed.add(request)
}

/**
 * A fault of the database behind a commit of the same request, as its reader should see it: what was asked for may be
 * done. No Retry-After, as for an outcome that is not known. Undefined when nothing was stored, or the error is no fault.
 */
export function faultBehindCommit(error: unknown, { request }: Context): Problem | undefined {
  const fault = databaseFault(error)
  if (!fault || !request || !committed.has(request)) return undefined
  return new Problem(fault === 'full' ? 507 : 503, 'E_OUTCOME_UNKNOWN', behind, { cause: error })
}

const behind = text(
  'The change was stored, at least in part, but the database failed before it was answered. Look before you repeat it.'
)

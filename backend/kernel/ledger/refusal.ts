import { refusals, type RefusalHappening } from '../ground/happenings.js'
import { Problem } from '../ground/problem.js'
import type { Meter } from './meters.js'

/**
 * The refusal of a meter.
 * @param waitMs until its window ends; null where waiting does not help
 */
export function quotaRefusal(
  { refusal: { status, code, sentence } }: Meter,
  limit: number,
  waitMs: number | null
): Problem {
  if (refusals.hasSubscribers) refusals.publish({ code } satisfies RefusalHappening)
  const seconds = waitMs === null ? 0 : Math.max(1, Math.ceil(waitMs / 1000))
  const headers = seconds > 0 ? { 'retry-after': String(seconds) } : undefined
  return new Problem(status, code, sentence({ limit, seconds }), headers && { headers })
}

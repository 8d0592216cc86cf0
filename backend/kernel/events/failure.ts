import { clock } from '../ground/clock.js'
import { isDatabaseError } from '../ground/database_error.js'
import type { Parking } from './parked_row.js'

/** Attempts per event, over about four days. */
const maxTries = 20
const firstDelayMs = 1_000
const longestDelayMs = 24 * 60 * 60_000
const longestText = 2_000

/** Doubles with each attempt. */
const delayAfter = (tries: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** (Math.max(1, tries) - 1))

/** Up to a quarter more at random, so that retries do not run in step. */
const mostSpread = 1 / 4

/** Longest wait after this many attempts; a longer one comes from a clock that was ahead. */
export const longestWaitMs = (tries: number): number => delayAfter(tries) * (1 + mostSpread)

/** State of a parked event after a failed attempt; `counts` is false if the event was not at fault. */
export function afterFailure(tries: number, error: unknown, counts = true): Parking {
  const all = counts ? tries + 1 : tries
  const isLast = all >= maxTries
  return {
    state: isLast ? 'failed' : 'waiting',
    tries: all,
    last_error: messageOf(error),
    tried_at: clock.date().toISOString(),
    retryInMs: isLast ? null : Math.round(delayAfter(all) * (1 + Math.random() * mostSpread)),
  }
}

/** State of an event that this version cannot read; a retry would fail again. */
export function whenUnreadable(): Parking {
  const error = 'Its payload is not a JSON object; a newer version may have written it.'
  return { state: 'failed', tries: 0, last_error: error, tried_at: null, retryInMs: null }
}

/** Database messages name tables and values, so they are hidden; PostgreSQL text cannot hold NUL. */
function messageOf(error: unknown): string {
  if (isDatabaseError(error)) return 'It failed in the database; the log of the server says why.'
  if (!(error instanceof Error)) return 'It threw a value that is not an error.'
  return String(error.message).replaceAll('\0', '').slice(0, longestText).toWellFormed()
}

import { clock } from '../ground/clock.js'
import { isDatabaseError } from '../database/database.js'
import type { Parking } from './parked_row.js'

/** Tries of one event, over about four days. */
export const maxTries = 20
const firstDelayMs = 1_000
const longestDelayMs = 24 * 60 * 60_000
const longestText = 2_000

/** Doubles from try to try. */
const delayAfter = (tries: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** (Math.max(1, tries) - 1))

/** Up to a quarter more at random, so that lines do not come in step. */
const mostSpread = 1 / 4

/** No event waits longer behind so many tries: one that does was put off by a clock that was ahead. */
export const longestWaitMs = (tries: number): number => delayAfter(tries) * (1 + mostSpread)

/** What a parked event's row says after a try that failed; `counts` is false where the event was not at fault. */
export function afterFailure(tries: number, error: unknown, counts = true): Parking {
  const all = counts ? tries + 1 : tries
  const isLast = all >= maxTries
  return {
    state: isLast ? 'failed' : 'waiting',
    tries: all,
    last_error: tellable(error),
    tried_at: clock.date().toISOString(),
    retryInMs: isLast ? null : Math.round(delayAfter(all) * (1 + Math.random() * mostSpread)),
  }
}

/** What a row says whose event this version cannot read; it can only fail again. */
export function whenUnreadable(): Parking {
  const error = 'Its payload is no JSON object; a newer version may have written it.'
  return { state: 'failed', tries: 0, last_error: error, tried_at: null, retryInMs: null }
}

/** A database's own words name tables and values; PostgreSQL text holds no NUL. */
function tellable(error: unknown): string {
  if (isDatabaseError(error)) return 'It failed in the database; the log of the server says why.'
  if (!(error instanceof Error)) return 'What was thrown is no error.'
  return String(error.message).replaceAll('\0', '').slice(0, longestText).toWellFormed()
}

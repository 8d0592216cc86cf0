import { clock } from '../ground/clock.js'
import { isDatabaseError } from '../database/database.js'
import type { ParkedRow } from './parked_row.js'

/** Tries of one event, over about four days. */
export const maxTries = 20
const firstDelayMs = 1_000
const longestDelayMs = 24 * 60 * 60_000
const longestText = 2_000

/** Doubles from try to try, with up to a quarter more at random so that lines do not come in step. */
function delayAfter(tries: number): number {
  const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** (Math.max(1, tries) - 1))
  return Math.round(delay * (1 + Math.random() / 4))
}

/** What a parked event's row says after a try that failed; `counts` is false where the event was not at fault. */
export function afterFailure(tries: number, error: unknown, counts = true) {
  const all = counts ? tries + 1 : tries
  const isLast = all >= maxTries
  const row: Pick<ParkedRow, 'state' | 'tries' | 'last_error' | 'tried_at' | 'retry_at'> = {
    state: isLast ? 'failed' : 'waiting',
    tries: all,
    last_error: tellable(error),
    tried_at: clock.date().toISOString(),
    retry_at: isLast ? null : new Date(clock.now() + delayAfter(all)).toISOString(),
  }
  return row
}

/** What a row says whose event this version cannot read; it can only fail again. */
export function whenUnreadable() {
  const error = 'Its payload is no JSON object; a newer version may have written it.'
  return { state: 'failed' as const, tries: 0, last_error: error, tried_at: null, retry_at: null }
}

/** A database's own words name tables and values; PostgreSQL text holds no NUL. */
function tellable(error: unknown): string {
  if (isDatabaseError(error)) return 'It failed in the database; the log of the server says why.'
  if (!(error instanceof Error)) return 'What was thrown is no error.'
  return String(error.message).replaceAll('\0', '').slice(0, longestText).toWellFormed()
}

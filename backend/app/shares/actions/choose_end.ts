import { now } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/ground'
import { readInstant } from '@crossdock/kernel/shapes'
import { daysFrom } from '../lifetime.js'
import type { Rule } from '../queries/sharing_rule.js'

/** The chosen end of a link. @throws Problem 422 for an invalid or past date, or one later than the rule allows */
export function parseEnd(given: string, createdAt: string, { maxDays }: Rule): string {
  const time = readInstant(given)
  if (time === null) {
    throw invalid(
      'expiresAt',
      text('"{given}" is not a date. Write it like 2026-01-31T08:00:00Z.', { given }),
      'date'
    )
  }
  const end = time.toISOString()
  if (end <= now()) {
    throw invalid('expiresAt', text('The expiry must be in the future.'), 'future')
  }
  // Allow one more day: the last allowed day may be chosen with its whole length.
  if (end > daysFrom(createdAt, maxDays + 1)) {
    const message = text('A link may work for {days} days at most.', { days: maxDays })
    throw invalid('expiresAt', message, 'max')
  }
  const latest = daysFrom(createdAt, maxDays)
  return end < latest ? end : latest
}

/** The default end of a link, but no later than that of the token that creates the link. */
export function defaultEnd(
  createdAt: string,
  { defaultDays }: Rule,
  atMost: string | null
): string {
  const end = daysFrom(createdAt, defaultDays)
  return atMost !== null && atMost < end ? atMost : end
}

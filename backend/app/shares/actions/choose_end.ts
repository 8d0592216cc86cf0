import { now } from '@crossdock/kernel/database'
import { invalid, readInstant, text } from '@crossdock/kernel/http'
import { daysFrom } from '../lifetime.js'
import type { Rule } from '../queries/sharing_rule.js'

/** The end somebody chose for a link. @throws Problem 422 for none, one that is over, or one later than the rule allows */
export function chosenEnd(given: string, createdAt: string, { maxDays }: Rule): string {
  const time = readInstant(given)
  if (time === null) {
    throw invalid('expiresAt', text('"{given}" is no date.', { given }), 'date')
  }
  const end = time.toISOString()
  if (end <= now()) {
    throw invalid('expiresAt', text('The expiry must lie in the future.'), 'future')
  }
  // Somebody who chooses the last day allowed means its end.
  if (end > daysFrom(createdAt, maxDays + 1)) {
    const message = text('A link may work for {days} days at most.', { days: maxDays })
    throw invalid('expiresAt', message, 'max')
  }
  const latest = daysFrom(createdAt, maxDays)
  return end < latest ? end : latest
}

/** The end of a link for which nobody chose one; no later than that of the token that makes it. */
export function usualEnd(createdAt: string, { defaultDays }: Rule, atMost: string | null): string {
  const end = daysFrom(createdAt, defaultDays)
  return atMost !== null && atMost < end ? atMost : end
}

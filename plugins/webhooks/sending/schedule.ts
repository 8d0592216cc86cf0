/** Attempts of one delivery in all, those that a person asks for included. */
export const maxAttempts = 12

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Waits before the second attempt, the third, and so on: about three days in all. */
const waits = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute],
  ...[hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 24 * hour],
]

/** The longest wait that a receiver may ask for with `Retry-After`. */
const longestAsked = hour

/**
 * Milliseconds until the attempt behind so many. Up to a tenth more or less, so that retries do not come in step.
 * @param attempts from 1 to 11 @param askedMs what the receiver asked for
 * @param random from 0 to 1
 */
export function waitAfter(attempts: number, askedMs = 0, random = Math.random()): number {
  const wait = waits[attempts - 1] ?? waits.at(-1)!
  const spread = Math.round(wait * (0.9 + 0.2 * random))
  return Math.max(spread, Math.min(askedMs, longestAsked))
}

/** Attempts per delivery, including those that a person requests. */
export const maxAttempts = 12

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Delays before the second attempt, the third, and so on: about three days in total. */
const retryDelays = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
]

/** The longest delay that a receiver may request with `Retry-After`. */
const maxRequestedMs = hour

/**
 * Returns the milliseconds until the attempt after `attempts`. Varies by up to a tenth, so that retries do not
 * synchronize.
 * @param attempts from 1 to 11
 * @param askedMs delay that the receiver requested
 * @param random from 0 to 1
 */
export function waitAfter(attempts: number, askedMs = 0, random = Math.random()): number {
  const wait = retryDelays[attempts - 1] ?? retryDelays.at(-1)!
  const spread = Math.round(wait * (0.9 + 0.2 * random))
  return Math.max(spread, Math.min(askedMs, maxRequestedMs))
}

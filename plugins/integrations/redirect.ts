/**
 * Maximum length of a redirect address in a message. A longer address is omitted. If it were cut, its end could be
 * a part of a secret that masking does not recognize.
 */
const MAX_LOCATION = 500

/** Returns a sentence about a redirect's target, to append to a message; empty for other answers. */
export function redirectSentence(status: number, { location }: Record<string, string>): string {
  if (status < 300 || status > 399 || !location) return ''
  const where = location.length > MAX_LOCATION ? 'another address' : location
  return ` It redirects to ${where}, and Crossdock follows no redirects. Enter that address if it is right.`
}

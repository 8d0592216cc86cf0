/** Longest address of a redirect that a message repeats. A cut address could end in part of a secret, which no mask finds. */
const MAX_LOCATION = 500

/** A sentence on where a redirect leads, to append to another one; empty for any other answer. */
export function pointedTo(status: number, { location }: Record<string, string>): string {
  if (status < 300 || status > 399 || !location) return ''
  const where = location.length > MAX_LOCATION ? 'another address' : location
  return ` It redirects to ${where}, and Crossdock follows no redirects. Enter that address if it is right.`
}

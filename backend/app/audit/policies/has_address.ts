/** Characters that can surround an e-mail address in a text. */
const apart = `[\\s"'<>()\\[\\],;:]`

/**
 * Whether a text in a JSON value contains a whole e-mail address, ignoring case: `joann@x.example` does not
 * contain `ann@x.example`.
 * @param address in lower case
 */
export function hasAddress(value: unknown, address: string): boolean {
  const literal = address.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  const whole = new RegExp(`(?:^|${apart})${literal}(?=$|${apart}|[.!?](?:$|\\s))`)
  return textsOf(value).some((text) => whole.test(text.toLowerCase()))
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [key, ...textsOf(one)])
}

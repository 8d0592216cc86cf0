/** Scripts that run from right to left, and characters that turn the direction themselves. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2068\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Isolates names from the writing direction of the sentence around them. Otherwise an Arabic or Hebrew name reorders
 * numbers and punctuation next to it.
 */
export function isolateNames(
  values?: Record<string, unknown>
): Record<string, unknown> | undefined {
  if (!values) return values
  const isolate = (value: unknown) =>
    typeof value === 'string' && rightToLeft.test(value) ? `\u2068${value}\u2069` : value
  return Object.fromEntries(
    // `_` is the fallback text, not a name.
    Object.entries(values).map(([name, value]) => [name, name === '_' ? value : isolate(value)])
  )
}

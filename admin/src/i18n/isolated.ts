/** Scripts that run from right to left, and characters that turn the direction themselves. */
const turns =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2068\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Names in a sentence, each by itself: without it one in Arabic or Hebrew takes the words, numbers and
 * marks beside it along to its other side.
 */
export function isolated(values?: Record<string, unknown>): Record<string, unknown> | undefined {
  if (!values) return values
  const isolate = (value: unknown) =>
    typeof value === 'string' && turns.test(value) ? `\u2068${value}\u2069` : value
  return Object.fromEntries(
    // What is under this name is a sentence itself.
    Object.entries(values).map(([name, value]) => [name, name === '_' ? value : isolate(value)])
  )
}

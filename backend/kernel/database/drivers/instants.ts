/** The longest usual text of a time: PostgreSQL's format for UTC, with three decimals or fewer. */
const longest = '2026-11-27 18:03:00.123+00'.length
const [dateEnd, timeEnd] = ['2026-11-27'.length, '2026-11-27 18:03:00'.length]

/**
 * Converts a PostgreSQL instant to ISO 8601 in UTC with milliseconds. The usual format is converted by slicing,
 * because `Date` takes seven times as long: a tenth of the time for a page of a thousand rows.
 */
export function instantOf(text: string): string {
  const isUsual = text.length <= longest && text[dateEnd] === ' ' && text.endsWith('+00')
  if (!isUsual) return new Date(text).toISOString()
  const decimals = text.slice(timeEnd, -3)
  return `${text.slice(0, dateEnd)}T${text.slice(dateEnd + 1, timeEnd)}${decimals === '' ? '.000' : decimals.padEnd(4, '0')}Z`
}

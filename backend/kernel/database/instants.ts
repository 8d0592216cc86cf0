/** `2026-11-27 18:03:00.12+00`: as PostgreSQL writes an instant for a connection whose zone is UTC, with up to three decimals. */
const longest = '2026-11-27 18:03:00.123+00'.length
const [dateEnd, timeEnd] = ['2026-11-27'.length, '2026-11-27 18:03:00'.length]

/**
 * An instant of PostgreSQL as ISO 8601 in UTC with milliseconds. What it usually looks like is put together from its parts:
 * `Date` takes seven times as long, which is a tenth of a page of a thousand rows.
 */
export function instantOf(text: string): string {
  const isUsual = text.length <= longest && text[dateEnd] === ' ' && text.endsWith('+00')
  if (!isUsual) return new Date(text).toISOString()
  const decimals = text.slice(timeEnd, -3)
  return `${text.slice(0, dateEnd)}T${text.slice(dateEnd + 1, timeEnd)}${decimals === '' ? '.000' : decimals.padEnd(4, '0')}Z`
}

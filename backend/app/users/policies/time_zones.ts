import { beginningOf, invalid, text } from '@crossdock/kernel/ground'

/**
 * The canonical spelling of a time zone that this runtime knows. Refuses an offset (`+02:00`), which does not know
 * daylight saving time.
 * @param field name of the field in the error
 * @throws Problem 422
 */
export function parseTimeZone(value: unknown, field: string): string {
  const known =
    typeof value === 'string' && /^[a-z]/i.test(value) ? canonicalName(value) : undefined
  if (known !== undefined) return known
  throw invalid(
    field,
    text(
      '"{timeZone}" is not a time zone. Use one of the IANA database, such as "Europe/Berlin".',
      {
        timeZone: beginningOf(String(value), 50),
      }
    )
  )
}

function canonicalName(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // The runtime maps some names to older ones; keep the chosen name.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  } catch {
    return undefined
  }
}

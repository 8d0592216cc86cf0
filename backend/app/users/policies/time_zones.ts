import { beginningOf, invalid, text } from '@crossdock/kernel/http'

/**
 * The time zone of that name, in the letters it is written with. Which there are is what this runtime knows; an offset
 * (`+02:00`) is none, because it does not know when summer begins.
 * @param field what is said to be wrong @throws Problem 422
 */
export function timeZoneNamed(value: unknown, field: string): string {
  const known = typeof value === 'string' && /^[a-z]/i.test(value) ? resolved(value) : undefined
  if (known !== undefined) return known
  throw invalid(
    field,
    text('"{timeZone}" is no time zone. Name one of the IANA database, as "Europe/Berlin".', {
      timeZone: beginningOf(String(value), 50),
    })
  )
}

function resolved(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // Some are known by a name of long ago: the one that was chosen stays.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  } catch {
    return undefined
  }
}

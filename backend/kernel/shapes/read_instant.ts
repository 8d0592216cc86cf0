const isoInstant = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

// JavaScript parses February 30 as March 2.
const isDay = (day: string) => new Date(day).getUTCDate() === Number(day.slice(8))

/** Parses an ISO instant such as 2026-01-31T08:00:00Z; null for any other text. */
export function readInstant(written: string): Date | null {
  const day = isoInstant.exec(written)?.[1]
  const time = new Date(day && isDay(day) ? written : NaN)
  if (Number.isNaN(time.getTime())) return null
  // No database stores an instant whose UTC year needs more than four digits.
  return /^\d{4}-/.test(time.toISOString()) ? time : null
}

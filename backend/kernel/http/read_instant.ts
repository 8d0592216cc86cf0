const isoInstant = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

// JavaScript takes the 30th of February for the 2nd of March.
const isDay = (day: string) => new Date(day).getUTCDate() === Number(day.slice(8))

/** The instant an ISO text such as 2026-01-31T08:00:00Z names; null for what is none. */
export function readInstant(written: string): Date | null {
  const day = isoInstant.exec(written)?.[1]
  const time = new Date(day && isDay(day) ? written : NaN)
  if (Number.isNaN(time.getTime())) return null
  // Of a year that four digits do not write in UTC no database makes anything.
  return /^\d{4}-/.test(time.toISOString()) ? time : null
}

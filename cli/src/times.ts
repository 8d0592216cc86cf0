import { UsageError } from './errors.js'

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const TIME_FORMATS =
  'days (7d), hours (24h), minutes (30m), a date (2027-01-31, UTC) or a time (2027-01-31T08:00)'

/**
 * Parses the value of a flag as an instant: a duration counts back or ahead from now, and dates start in UTC.
 * @throws UsageError that names the flag
 */
export function instantOf(
  flag: string,
  typed: string,
  { counting, or = '' }: { counting: 'back' | 'ahead'; or?: string }
): string {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(typed) ?? []
  if (count) {
    const ms = Number(count) * UNITS[unit as keyof typeof UNITS]
    return new Date(Date.now() + (counting === 'back' ? -ms : ms)).toISOString()
  }
  const day = /^\d{4}-\d\d-(\d\d)/.exec(typed)
  // JavaScript parses February 30 as March 2.
  const isDay = day && new Date(day[0]).getUTCDate() === Number(day[1])
  const time = isDay ? Date.parse(typed) : NaN
  if (!Number.isNaN(time)) return new Date(time).toISOString()
  throw new UsageError(`${flag} "${typed}" is not a time.`, `Give ${TIME_FORMATS}${or}.`)
}

export interface Period {
  after?: string
  before?: string
}

/** The list filters for `--after` and `--before`. */
export const periodOf = ({ after, before }: Period): Period => ({
  ...(after && { after: instantOf('--after', after, { counting: 'back' }) }),
  ...(before && { before: instantOf('--before', before, { counting: 'back' }) }),
})

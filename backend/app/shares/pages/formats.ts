import { clock } from '@crossdock/kernel/database'

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** A size as the console writes it, in steps of 1024: `1.4 MB`. */
export function sizeOf(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const size = bytes / 1024 ** power
  const maximumFractionDigits = power === 0 || size >= 100 ? 0 : 1
  return `${new Intl.NumberFormat(language, { maximumFractionDigits }).format(size)} ${units[power]}`
}

/**
 * The day of a moment in UTC, because the time zone of a visitor is unknown. Shows the year unless it is the
 * current one.
 */
export function dayOf(time: string, language: string): string {
  const day = new Date(time)
  const isThisYear = day.getUTCFullYear() === new Date(clock.now()).getUTCFullYear()
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(day)
}

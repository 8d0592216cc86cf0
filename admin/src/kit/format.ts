/** "K" above 1,000 and "M" above 1,000,000, one decimal; smaller numbers as they are. */
export function formatNumber(value: number): string {
  if (value > 1_000_000) return `${(value / 1_000_000).toFixed(1)}M`
  if (value > 1_000) return `${(value / 1_000).toFixed(1)}K`
  return String(value)
}

/** A whole number with thousands separators. */
export const formatInteger = (value: number, locale = 'en-US'): string =>
  new Intl.NumberFormat(locale).format(value)

/** Milliseconds under one second as ms, under one minute as seconds, otherwise as minutes. */
export function formatDuration(milliseconds: number | null | undefined): string {
  if (milliseconds == null) return '–'
  if (milliseconds < 1_000) return `${Math.round(milliseconds)}ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)}s`
  return `${(milliseconds / 60_000).toFixed(1)}m`
}

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** Bytes in steps of 1024 with one decimal where it says something. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes == null) return '–'
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  const text = unit === 0 || value >= 100 ? String(Math.round(value)) : value.toFixed(1)
  return `${text.replace(/\.0$/, '')} ${units[unit]}`
}

/** Percent with at most one decimal; a dash when there is nothing to tell. */
export const formatPercent = (value: number | null | undefined): string =>
  value == null ? '–' : `${Number(value.toFixed(1))}%`

/** Date as the reader's locale writes it. */
export const formatDate = (time: string | Date, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(time))

/** Time of day as the reader's locale writes it. */
export const formatTime = (time: string | Date, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(time))

/** Date and time of day. */
export const formatDateTime = (time: string | Date, locale?: string): string =>
  `${formatDate(time, locale)}, ${formatTime(time, locale)}`

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "5 minutes ago", "just now"; in English wording unless a locale is named. */
export function formatRelative(time: string | Date, now = Date.now(), locale = 'en'): string {
  const seconds = Math.round((new Date(time).getTime() - now) / 1_000)
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  if (!step) return 'just now'
  const [unit, size] = step
  return new Intl.RelativeTimeFormat(locale).format(Math.trunc(seconds / size), unit)
}

/** The last 8 characters of an id, as tables show execution ids. */
export const shortId = (id: string): string => id.slice(-8)

/** Initials of a person; always two characters. */
export function personInitials(person: {
  firstName?: string | null
  lastName?: string | null
  email: string
}): string {
  const first = person.firstName?.trim()[0]
  const last = person.lastName?.trim()[0]
  return (first && last ? first + last : person.email.slice(0, 2)).toUpperCase()
}

/** First letters of the first two words of a name. */
export const wordInitials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0] ?? '')
    .join('')
    .toUpperCase()

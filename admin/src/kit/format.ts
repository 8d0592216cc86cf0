import { cached, nowText, currentPlainFormats, isEnglish, timeZone } from './language.js'

const integer = cached((locale) => new Intl.NumberFormat(locale))
const compact = cached(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
)
const oneDecimal = cached((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))
const exact = cached((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 9 }))
const percent = cached(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
)
const tenths = cached(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
)
const inZone = (options: Intl.DateTimeFormatOptions) =>
  cached((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: timeZone() }))
const date = inZone({ dateStyle: 'medium' })
const timeOfDay = inZone({ timeStyle: 'short' })
const timeToSeconds = inZone({ timeStyle: 'medium' })
const relative = cached((locale) => new Intl.RelativeTimeFormat(locale))

/** "K" above 1,000 and "M" above 1,000,000, one decimal (or the language's equivalent); smaller numbers unchanged. */
export function formatNumber(value: number): string {
  if (!isEnglish()) return compact().format(value)
  if (value > 1_000_000) return `${(value / 1_000_000).toFixed(1)}M`
  if (value > 1_000) return `${(value / 1_000).toFixed(1)}K`
  return String(value)
}

/** A whole number with thousands separators. */
export const formatInteger = (value: number): string =>
  (isPlain(value) && currentPlainFormats()?.integer(value)) || integer().format(value)

/** A number with all its digits and thousands separators. */
export const formatExact = (value: number): string =>
  Number.isInteger(value) ? formatInteger(value) : exact().format(value)

const isPlain = (value: number) => Number.isSafeInteger(value) && value >= 0

/**
 * Milliseconds under one second as ms, under one minute as seconds, otherwise as minutes. Number and unit stay
 * on one line.
 */
export function formatDuration(value: number | null | undefined): string {
  if (value == null) return '–'
  if (value < 1_000) return `${formatInteger(Math.round(value))}\u00a0ms`
  const [size, unit] = value < 60_000 ? [1_000, 's'] : [60_000, 'min']
  // Halves round up.
  const number = Math.round((value * 10) / size) / 10
  return `${currentPlainFormats()?.tenths(number) ?? tenths().format(number)}\u00a0${unit}`
}

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** Bytes in steps of 1024, with one decimal where useful. Number and unit stay on one line. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes == null) return '–'
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  const number =
    unit === 0 || value >= 100 ? integer().format(Math.round(value)) : oneDecimal().format(value)
  return `${number}\u00a0${units[unit]}`
}

/** Percent with at most one decimal; a dash for no value. */
export const formatPercent = (value: number | null | undefined): string =>
  value == null ? '–' : percent().format(value / 100)

/** Date as the reader's language writes it. */
export function formatDate(time: string | Date): string {
  const at = new Date(time)
  return (hasUsualYear(at) && plainTime()?.date(at)) || date().format(at)
}

// For a chosen time zone, only `Intl` knows the hours.
const plainTime = () => (timeZone() ? undefined : currentPlainFormats())

// `Intl` writes other years differently in each language. The console never shows them.
const hasUsualYear = (time: Date) => time.getFullYear() >= 1_000 && time.getFullYear() < 10_000

/** Time of day as the reader's language writes it. */
export function formatTime(time: string | Date): string {
  const at = new Date(time)
  return (!Number.isNaN(at.getTime()) && plainTime()?.timeOfDay(at)) || timeOfDay().format(at)
}

/** Time of day to the second. */
export const formatTimeToSeconds = (time: string | Date): string =>
  timeToSeconds().format(new Date(time))

/** Date and time of day. */
export const formatDateTime = (time: string | Date): string =>
  `${formatDate(time)}, ${formatTime(time)}`

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Periods up to this many seconds are shown in days, so that 90 days do not become 3 months. */
const daysUpTo = 100 * 86_400

/**
 * "5 minutes ago", "just now". Past times round down: 7.7 years become 7. Future times round to the nearest
 * unit, so that a new period of 90 days does not read as 89.
 */
export function formatRelative(time: string | Date, now = Date.now()): string {
  const passed = (new Date(time).getTime() - now) / 1_000
  const size = Math.abs(passed)
  const isPast = passed < 0
  const step = steps.find(([unit, one], at) => {
    if (unit === 'month') return size > daysUpTo
    // A value that rounds to 60 minutes is shown as an hour.
    return size >= one - (isPast ? 0 : (steps[at + 1]?.[1] ?? 0) / 2)
  })
  if (!step) return nowText()
  const [unit, one] = step
  const count = isPast ? Math.trunc(passed / one) : Math.round(passed / one)
  return (
    (Math.abs(count) < 1_000 && currentPlainFormats()?.relative(count, unit)) ||
    relative().format(count, unit)
  )
}

/** The last 8 characters of an id, as tables show execution ids. */
export const shortId = (id: string): string => id.slice(-8)

/** Initials of a person; always two characters. */
export function personInitials(person: {
  firstName?: string | null
  lastName?: string | null
  email: string
}): string {
  const first = person.firstName?.trim()
  const last = person.lastName?.trim()
  // By code points, because half of a surrogate pair is not a letter.
  const letters =
    first && last ? `${[...first][0]}${[...last][0]}` : [...person.email].slice(0, 2).join('')
  return letters.toUpperCase()
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

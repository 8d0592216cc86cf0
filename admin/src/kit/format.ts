import { cached, nowText, readsEnglish } from './language.js'

const integer = cached((locale) => new Intl.NumberFormat(locale))
const compact = cached(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
)
const oneDecimal = cached((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))
const percent = cached(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
)
const milliseconds = cached((locale) => durationIn(locale, 'millisecond', 0))
const seconds = cached((locale) => durationIn(locale, 'second', 1))
const minutes = cached((locale) => durationIn(locale, 'minute', 1))
const date = cached((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const timeOfDay = cached((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const timeToSeconds = cached((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }))
const relative = cached((locale) => new Intl.RelativeTimeFormat(locale))

function durationIn(locale: string, unit: string, decimals: number) {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

/** "K" above 1,000 and "M" above 1,000,000, one decimal (or what the language has for it); smaller numbers as they are. */
export function formatNumber(value: number): string {
  if (!readsEnglish()) return compact().format(value)
  if (value > 1_000_000) return `${(value / 1_000_000).toFixed(1)}M`
  if (value > 1_000) return `${(value / 1_000).toFixed(1)}K`
  return String(value)
}

/** A whole number with thousands separators. */
export const formatInteger = (value: number): string => integer().format(value)

/** Milliseconds under one second as ms, under one minute as seconds, otherwise as minutes. */
export function formatDuration(value: number | null | undefined): string {
  if (value == null) return '–'
  if (value < 1_000) return milliseconds().format(value)
  if (value < 60_000) return seconds().format(value / 1_000)
  return minutes().format(value / 60_000)
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
  const number =
    unit === 0 || value >= 100 ? integer().format(Math.round(value)) : oneDecimal().format(value)
  return `${number} ${units[unit]}`
}

/** Percent with at most one decimal; a dash when there is nothing to tell. */
export const formatPercent = (value: number | null | undefined): string =>
  value == null ? '–' : percent().format(value / 100)

/** Date as the reader's language writes it. */
export const formatDate = (time: string | Date): string => date().format(new Date(time))

/** Time of day as the reader's language writes it. */
export const formatTime = (time: string | Date): string => timeOfDay().format(new Date(time))

/** Time of day to the second. */
export const formatTimeToSeconds = (time: string | Date): string =>
  timeToSeconds().format(new Date(time))

/** Date and time of day. */
export const formatDateTime = (time: string | Date): string =>
  `${formatDate(time)}, ${formatTime(time)}`

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "5 minutes ago", "just now". */
export function formatRelative(time: string | Date, now = Date.now()): string {
  const passed = Math.round((new Date(time).getTime() - now) / 1_000)
  const step = steps.find(([, size]) => Math.abs(passed) >= size)
  if (!step) return nowText()
  const [unit, size] = step
  return relative().format(Math.trunc(passed / size), unit)
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

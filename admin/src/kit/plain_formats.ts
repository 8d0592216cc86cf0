type Unit = Intl.RelativeTimeFormatUnit

/** The common formats of one language. */
export interface PlainFormats {
  integer: (value: number) => string
  date: (time: Date) => string
  timeOfDay: (time: Date) => string
  relative: (count: number, unit: Unit) => string
  /** Formats with exactly one decimal. */
  tenths: (value: number) => string
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const two = (value: number) => String(value).padStart(2, '0')
const grouped = (value: number, by: string) => String(value).replace(/\B(?=(\d{3})+$)/g, by)

const decimals = (value: number, by: string, point: string) => {
  const [whole, part] = value.toFixed(1).split('.')
  return `${grouped(Number(whole), by)}${point}${part}`
}

const english: PlainFormats = {
  integer: (value) => grouped(value, ','),
  date: (time) => `${months[time.getMonth()]} ${time.getDate()}, ${time.getFullYear()}`,
  timeOfDay: (time) => {
    const hour = time.getHours()
    return `${hour % 12 || 12}:${two(time.getMinutes())} ${hour < 12 ? 'AM' : 'PM'}`
  },
  relative: (count, unit) => {
    const size = Math.abs(count)
    const span = `${size} ${unit}${size === 1 ? '' : 's'}`
    return count < 0 ? `${span} ago` : `in ${span}`
  },
  tenths: (value) => decimals(value, ',', '.'),
}

const germanUnits: Partial<Record<Unit, readonly [string, string]>> = {
  year: ['Jahr', 'Jahren'],
  month: ['Monat', 'Monaten'],
  day: ['Tag', 'Tagen'],
  hour: ['Stunde', 'Stunden'],
  minute: ['Minute', 'Minuten'],
}

const german: PlainFormats = {
  integer: (value) => grouped(value, '.'),
  date: (time) => `${two(time.getDate())}.${two(time.getMonth() + 1)}.${time.getFullYear()}`,
  timeOfDay: (time) => `${two(time.getHours())}:${two(time.getMinutes())}`,
  relative: (count, unit) => {
    const size = Math.abs(count)
    return `${count < 0 ? 'vor' : 'in'} ${size} ${germanUnits[unit]?.[size === 1 ? 0 : 1]}`
  },
  tenths: (value) => decimals(value, '.', ','),
}

/**
 * Formats that write the same as `Intl` in the languages of the console, without using `Intl`. On a slow machine,
 * the first format of `Intl` takes 100 ms and would delay the first render.
 */
export const plainFormats: Readonly<Record<string, PlainFormats>> = {
  en: english,
  'en-US': english,
  de: german,
  'de-DE': german,
}

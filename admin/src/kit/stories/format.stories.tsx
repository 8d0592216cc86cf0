import type { Meta, StoryObj } from '@storybook/react-vite'
import {
  formatBytes,
  formatDate,
  formatDuration,
  formatInteger,
  formatNumber,
  formatPercent,
  formatRelative,
  formatTime,
  personInitials,
  setLanguage,
  wordInitials,
} from '@crossdock/admin/kit'
import { expect } from 'storybook/test'

const now = Date.UTC(2026, 10, 20, 12)
const before = (seconds: number) => formatRelative(new Date(now - seconds * 1000), now)

const cases = (): [string, string][] => [
  [formatNumber(1_000), '1000'],
  [formatNumber(38_900), '38.9K'],
  [formatNumber(1_000_000), '1000.0K'],
  [formatNumber(2_450_000), '2.5M'],
  [formatDuration(999), '999\u00a0ms'],
  [formatDuration(1_000), '1.0\u00a0s'],
  [formatDuration(59_940), '59.9\u00a0s'],
  [formatDuration(60_000), '1.0\u00a0min'],
  [formatDuration(null), '–'],
  [formatBytes(0), '0\u00a0B'],
  [formatBytes(1_536), '1.5\u00a0KB'],
  [formatBytes(5 * 1024 ** 3), '5\u00a0GB'],
  [formatPercent(98.74), '98.7%'],
  [formatPercent(null), '–'],
  [before(20), 'just now'],
  [before(80), '1 minute ago'],
  [before(7_200), '2 hours ago'],
  [before(59.9), 'just now'],
  [before(3_600 - 20), '59 minutes ago'],
  [before(86_400 * 365 * 7.7), '7 years ago'],
  [before(86_400 * 20), '20 days ago'],
  // One second after it was created for 90 days.
  [before(-86_400 * 90 + 1), 'in 90 days'],
  [before(-86_400 * 120 + 1), 'in 4 months'],
  [before(-86_400 * 365 + 1), 'in 1 year'],
  [personInitials({ firstName: 'Mara', lastName: 'Lindqvist', email: 'x@y.example' }), 'ML'],
  [personInitials({ firstName: 'Mara', lastName: null, email: 'ops@y.example' }), 'OP'],
  [personInitials({ firstName: null, lastName: 'Quay', email: 'ops@y.example' }), 'OP'],
  [personInitials({ firstName: null, lastName: null, email: 'ops@y.example' }), 'OP'],
  [wordInitials('Quay & Crane Works'), 'Q&'],
  [wordInitials('Harbor'), 'H'],
]

const meta: Meta = { title: 'Kit/Formatters' }
export default meta

/** The formatted values at the thresholds. */
export const Thresholds: StoryObj = {
  render: () => (
    <ul>
      {cases().map(([shown], at) => (
        <li key={at}>{shown}</li>
      ))}
    </ul>
  ),
  play: async () => {
    for (const [shown, wanted] of cases()) await expect(shown).toBe(wanted)
  },
}

/** The same in German. */
export const InGerman: StoryObj = {
  render: () => <p>See the interactions.</p>,
  play: async () => {
    setLanguage('de', 'gerade eben')
    const german = [
      [formatNumber(2_450_000), '2,5 Mio.'],
      [formatInteger(12_345), '12.345'],
      [formatDuration(999), '999 ms'],
      [formatDuration(59_940), '59,9 s'],
      [formatBytes(1_536), '1,5 KB'],
      [formatPercent(98.74), '98,7 %'],
      [before(20), 'gerade eben'],
      [before(80), 'vor 1 Minute'],
      [formatDate('2026-11-18T12:00:00Z'), '18.11.2026'],
    ]
    // Narrow and other no-break spaces are used before units.
    for (const [shown, wanted] of german) await expect(shown!.replace(/\s/g, ' ')).toBe(wanted)
  },
}

/** Red when the plain formats differ from the browser's. */
export const AsTheBrowserWrites: StoryObj = {
  render: () => <p>See the interactions.</p>,
  play: async () => {
    for (const language of ['en', 'de', 'en-GB']) {
      setLanguage(language, '')
      const locale = language === 'en' ? 'en-US' : language
      const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
      const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
      const moments = Array.from({ length: 1_500 }, (_, at) => new Date(2024, 0, 1, 0, at * 631))
      // Compare all at once: thousands of assertions took a tenth of the time of all stories.
      await expect(moments.map(formatDate)).toEqual(moments.map((moment) => date.format(moment)))
      await expect(moments.map(formatTime)).toEqual(moments.map((moment) => time.format(moment)))
      const integer = new Intl.NumberFormat(locale)
      for (const value of [0, 7, 999, 1_000, 128_430, 1_000_000, -1_234, 1.5]) {
        await expect(formatInteger(value)).toBe(integer.format(value))
      }
      const relative = new Intl.RelativeTimeFormat(locale)
      const sizes = {
        minute: [60, -3, -1, 1, 2],
        hour: [3_600, -3, -1, 1, 2],
        day: [86_400, -90, -1, 1, 20],
        month: [2_592_000, -5, 4, 9],
        year: [31_536_000, -3, -1, 1, 2],
      } as const
      for (const [unit, [size, ...counts]] of Object.entries(sizes)) {
        for (const count of counts) {
          const moment = new Date(now + count * size * 1_000)
          await expect(formatRelative(moment, now)).toBe(
            relative.format(count, unit as Intl.RelativeTimeFormatUnit)
          )
        }
      }
      const tenths = new Intl.NumberFormat(locale, {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      })
      for (const value of [1, 1.05, 1.25, 2.5, 7.949, 59.9]) {
        const wanted = `${tenths.format(Math.round(value * 10) / 10)}\u00a0s`
        await expect(formatDuration(value * 1_000)).toBe(wanted)
      }
      // Red when a duration of a month has no separator.
      const month = `${tenths.format(43_200)}\u00a0min`
      await expect(formatDuration(43_200 * 60_000)).toBe(month)
    }
    setLanguage('en', 'just now')
  },
}

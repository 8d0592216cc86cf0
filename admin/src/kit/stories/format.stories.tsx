import type { Meta, StoryObj } from '@storybook/react-vite'
import {
  formatBytes,
  formatDate,
  formatDuration,
  formatInteger,
  formatNumber,
  formatPercent,
  formatRelative,
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
  [formatDuration(999), '999ms'],
  [formatDuration(1_000), '1.0s'],
  [formatDuration(59_940), '59.9s'],
  [formatDuration(60_000), '1.0m'],
  [formatDuration(null), '–'],
  [formatBytes(0), '0 B'],
  [formatBytes(1_536), '1.5 KB'],
  [formatBytes(5 * 1024 ** 3), '5 GB'],
  [formatPercent(98.74), '98.7%'],
  [formatPercent(null), '–'],
  [before(20), 'just now'],
  [before(90), '1 minute ago'],
  [before(7_200), '2 hours ago'],
  [before(86_400 * 20), '2 weeks ago'],
  [personInitials({ firstName: 'Mara', lastName: 'Lindqvist', email: 'x@y.example' }), 'ML'],
  [personInitials({ firstName: 'Mara', lastName: null, email: 'ops@y.example' }), 'OP'],
  [wordInitials('Quay & Crane Works'), 'Q&'],
  [wordInitials('Harbor'), 'H'],
]

const meta: Meta = { title: 'Kit/Formatters' }
export default meta

/** What the formatters make of the values at their thresholds. */
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

/** And in German. */
export const InGerman: StoryObj = {
  render: () => <p>See the interactions.</p>,
  play: async () => {
    setLanguage('de', 'gerade eben')
    const german = [
      [formatNumber(2_450_000), '2,5 Mio.'],
      [formatInteger(12_345), '12.345'],
      [formatDuration(999), '999 ms'],
      [formatDuration(59_940), '59,9 Sek.'],
      [formatBytes(1_536), '1,5 KB'],
      [formatPercent(98.74), '98,7 %'],
      [before(20), 'gerade eben'],
      [before(90), 'vor 1 Minute'],
      [formatDate('2026-11-18T12:00:00Z'), '18.11.2026'],
    ]
    // Narrow and other no-break spaces stand before units.
    for (const [shown, wanted] of german) await expect(shown!.replace(/\s/g, ' ')).toBe(wanted)
  },
}

import { formatDate, formatTime } from '@crossdock/admin/kit'
import type { Period } from './MonitoringFilters.js'

/** Returns the label of a point of a chart: the time in a period of an hour or a day, the date in longer ones. */
export const pointName = (period: Period, at: string): string =>
  period === 'hour' || period === 'day' ? formatTime(at) : formatDate(at)

/** Returns four time labels for the axis of a chart. The last one is `now`. */
export function timesOf(period: Period, points: readonly { at: string }[], now: string): string[] {
  const shown = [0, 1, 2].map((part) => points[Math.floor((points.length * part) / 3)])
  return [...shown.map((point) => (point ? pointName(period, point.at) : '')), now]
}

/** Returns the next round number whose half is also round. */
export function niceTop(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    const top = [2, 4, 6, 8, 10].map((step) => step * unit).find((step) => step >= most)
    if (top) return top
  }
}

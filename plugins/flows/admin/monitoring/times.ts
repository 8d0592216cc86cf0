import { formatDate, formatTime } from '@crossdock/admin/kit'
import type { Period } from './MonitoringFilters.js'

/** A point as people read it: of an hour and a day its time, of longer its date. */
export const pointName = (period: Period, at: string): string =>
  period === 'hour' || period === 'day' ? formatTime(at) : formatDate(at)

/** Four times below a drawing, the last of them the present. */
export function timesOf(period: Period, points: readonly { at: string }[], now: string): string[] {
  const shown = [0, 1, 2].map((part) => points[Math.floor((points.length * part) / 3)])
  return [...shown.map((point) => (point ? pointName(period, point.at) : '')), now]
}

/** The next round figure, of which the half is round, too. */
export function niceTop(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    const top = [2, 4, 6, 8, 10].map((step) => step * unit).find((step) => step >= most)
    if (top) return top
  }
}

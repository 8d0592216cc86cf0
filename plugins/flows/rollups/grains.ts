/** The periods that monitoring can show. */
export const periods = ['hour', 'day', 'week', 'month'] as const
export type MonitoringPeriod = (typeof periods)[number]

interface Grain {
  name: string
  ms: number
  /** Number of intervals in the period. Each is one point of a chart. */
  intervals: number
}

const minute = 60_000
const hour = 60 * minute

/** Each period has its own grain (interval length), so that a query reads at most 48 intervals. */
export const grains: Readonly<Record<MonitoringPeriod, Grain>> = {
  hour: { name: '5m', ms: 5 * minute, intervals: 12 },
  day: { name: '30m', ms: 30 * minute, intervals: 48 },
  week: { name: '6h', ms: 6 * hour, intervals: 28 },
  month: { name: '1d', ms: 24 * hour, intervals: 30 },
}

/** Returns the UTC start of the interval that contains a time, such as `2026-11-29T10:30`. */
export const intervalStart = ({ ms }: Grain, time: number): string =>
  new Date(Math.floor(time / ms) * ms).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)

/** Returns the starts of the intervals of a period, the present one last. */
export function intervalStarts(grain: Grain, now: number): string[] {
  return Array.from({ length: grain.intervals }, (_, at) =>
    intervalStart(grain, now - (grain.intervals - 1 - at) * grain.ms)
  )
}

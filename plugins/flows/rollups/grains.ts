/** The periods that monitoring can show. */
export const periods = ['hour', 'day', 'week', 'month'] as const
export type MonitoringPeriod = (typeof periods)[number]

interface Grain {
  name: string
  ms: number
  /** Number of points of the period. */
  points: number
}

const minute = 60_000
const hour = 60 * minute

/** Each period has its own grain, so that a query reads only some dozen points. */
export const grains: Readonly<Record<MonitoringPeriod, Grain>> = {
  hour: { name: '5m', ms: 5 * minute, points: 12 },
  day: { name: '30m', ms: 30 * minute, points: 48 },
  week: { name: '6h', ms: 6 * hour, points: 28 },
  month: { name: '1d', ms: 24 * hour, points: 30 },
}

/** Returns the start (UTC) of the point that contains a time: `2026-11-29T10:30`. */
export const pointOf = ({ ms }: Grain, time: number): string =>
  new Date(Math.floor(time / ms) * ms).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)

/** Returns the points of a period, the present one last. */
export function pointsOf(grain: Grain, now: number): string[] {
  return Array.from({ length: grain.points }, (_, at) =>
    pointOf(grain, now - (grain.points - 1 - at) * grain.ms)
  )
}

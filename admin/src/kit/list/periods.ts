const HOUR = 3_600_000

/** Periods that end now, as ISO 8601 durations. In an address or a saved view they keep meaning "the last 7 days". */
export const periods = {
  '-PT1H': HOUR,
  '-P1D': 24 * HOUR,
  '-P7D': 7 * 24 * HOUR,
  '-P30D': 30 * 24 * HOUR,
} as const

export type PeriodName = keyof typeof periods

/** The filters for the ends of a period: `after` is inclusive, `before` is exclusive. */
export const periodEnds = ['after', 'before'] as const

export const isPeriod = (value: unknown): value is PeriodName =>
  typeof value === 'string' && value in periods

/** Returns the filters to send. A period that ends now is replaced by the instant at which it began. */
export function resolvePeriods(filter: Record<string, unknown>): Record<string, unknown> {
  if (!isPeriod(filter.after)) return filter
  // Rounded to the minute, so that the server counts the same list only once.
  const began = Math.floor((Date.now() - periods[filter.after]) / 60_000) * 60_000
  return { ...filter, after: new Date(began).toISOString() }
}

const HOUR = 3_600_000

/** Periods that end now, as ISO 8601 durations: in an address or a saved view they go on meaning "the last 7 days". */
export const periods = {
  '-PT1H': HOUR,
  '-P1D': 24 * HOUR,
  '-P7D': 7 * 24 * HOUR,
  '-P30D': 30 * 24 * HOUR,
} as const

export type PeriodName = keyof typeof periods

/** The filters that hold the ends of a period: that instant or later, earlier than that instant. */
export const periodEnds = ['after', 'before'] as const

export const isPeriod = (value: unknown): value is PeriodName =>
  typeof value === 'string' && value in periods

/** What is sent of a list's filters: a period that ends now becomes the instant it began. */
export function atInstants(filter: Record<string, unknown>): Record<string, unknown> {
  if (!isPeriod(filter.after)) return filter
  // To the minute, so that the server counts one and the same list once.
  const began = Math.floor((Date.now() - periods[filter.after]) / 60_000) * 60_000
  return { ...filter, after: new Date(began).toISOString() }
}

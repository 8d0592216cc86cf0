/** Number of buckets for each doubling of the duration. With four, percentiles are wrong by at most a tenth. */
const perDoubling = 4
/** The bucket for durations of about 49 days and more. */
const lastBucket = 32 * perDoubling

/**
 * Returns the bucket of a duration in milliseconds. Bucket 0 contains durations up to one. The bounds are fixed, so
 * that counts can be added up.
 */
export function bucketOf(ms: number): number {
  if (ms <= 1) return 0
  return Math.min(lastBucket, Math.ceil(Math.log2(ms) * perDoubling))
}

const upper = (bucket: number) => 2 ** (bucket / perDoubling)
const lower = (bucket: number) => (bucket === 0 ? 0 : upper(bucket - 1))

/**
 * Returns the percentile in milliseconds, interpolated linearly within its bucket; null if there are no
 * durations.
 * @param counts number of durations in each bucket
 * @param part the percentile as a fraction: 0.95 for p95
 */
export function percentile(counts: ReadonlyMap<number, number>, part: number): number | null {
  const filled = [...counts].filter(([, n]) => n > 0).sort(([one], [other]) => one - other)
  const all = filled.reduce((sum, [, n]) => sum + n, 0)
  if (all === 0) return null
  let rest = part * all
  for (const [bucket, n] of filled) {
    if (rest <= n) {
      const [from, to] = [lower(bucket), upper(bucket)]
      return Math.round(from + (to - from) * (rest / n))
    }
    rest -= n
  }
  return Math.round(upper(filled.at(-1)![0]))
}

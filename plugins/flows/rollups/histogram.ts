/** Four buckets to a doubling: what is read from them is off by a tenth at most. */
const perDoubling = 4
/** About 49 days. */
const lastBucket = 32 * perDoubling

/** The bucket of a duration in milliseconds: 0 holds what took up to one. Bounds are fixed, so that counts can be added up. */
export function bucketOf(ms: number): number {
  if (ms <= 1) return 0
  return Math.min(lastBucket, Math.ceil(Math.log2(ms) * perDoubling))
}

const upper = (bucket: number) => 2 ** (bucket / perDoubling)
const lower = (bucket: number) => (bucket === 0 ? 0 : upper(bucket - 1))

/**
 * Milliseconds that this part of all durations is below, in a straight line within its bucket; null without any.
 * @param counts how many durations are in each bucket
 * @param part 0 to 1: 0.95 for p95
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

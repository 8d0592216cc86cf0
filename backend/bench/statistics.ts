/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which a share of all values is, interpolated between neighbors. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]!
  return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at))
}

export interface Spread {
  low: number
  high: number
}

const certainty = 0.9

/**
 * An interval that contains the median with a certainty of at least 90 %, for any distribution: from the k-th
 * smallest to the k-th largest value (the sign test's interval: Conover, Practical Nonparametric Statistics,
 * 3.2). For five values it is the whole range (94 %). For fewer it is also the whole range, with less
 * certainty.
 */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const { length } = sorted
  let left = 0
  // The probability that at most `left` values are on one side of the median.
  let likelihood = 2 ** -length
  let term = likelihood
  for (;;) {
    term *= (length - left) / (left + 1)
    if (1 - 2 * (likelihood + term) < certainty) break
    likelihood += term
    left += 1
  }
  return { low: sorted[left]!, high: sorted[length - 1 - left]! }
}

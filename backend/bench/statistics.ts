/** The middle value; between the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which a share of all lie, between two neighbours when it falls there. */
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
 * Where the median lies with a certainty of at least 90 %, whatever the values are distributed like: from the k-th
 * smallest to the k-th largest (the sign test's interval: Conover, Practical Nonparametric Statistics, 3.2). Of five
 * values that is from the smallest to the largest (94 %); of fewer it is so, too, and says less.
 */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const { length } = sorted
  let left = 0
  // How likely it is that at most `left` values lie on one side of the median.
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

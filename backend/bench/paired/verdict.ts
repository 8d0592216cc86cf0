import { median, spreadOf, type Spread } from '../statistics.js'
import type { Figure } from './line.js'
import type { Busiest, Measured } from './measure.js'

/** Fewer pairs allow no conclusion: see `spreadOf`. */
export const fewestPairs = 5
/** A load generator that is busier than this may be the bottleneck. */
const fullGenerator = 0.9

export interface Values {
  ours: number[]
  theirs: number[]
  /** Our value divided by theirs, pair by pair. */
  ratios: number[]
}

/** The values of one figure. */
export function valuesOf({ ours, theirs }: Measured, key: string): Values {
  const of = (all: typeof ours) => all.flatMap((figures) => figures[key] ?? [])
  const [one, other] = [of(ours), of(theirs)]
  return { ours: one, theirs: other, ratios: other.map((value, pair) => one[pair]! / value) }
}

/**
 * Whether a figure meets its target. There is no verdict while its spread includes the target, with fewer than
 * five pairs, or when the load generator may have been the bottleneck.
 */
export function verdict(figure: Figure, values: Values, busiest: Busiest): string {
  const { target, better } = figure
  const measured = target?.of === 'ratio' ? values.ratios : values.ours
  if (measured.length < fewestPairs) return tooFew
  if (!target) return ''
  const spread = spreadOf(measured)
  if (isWithin(target.must, spread)) return 'no verdict: the spread includes the target'
  const holds = spread.low >= target.must === (better === 'more')
  const heldUp = holds && target.of === 'ratio' ? busiest.theirs : holds ? 0 : busiest.ours
  if (heldUp > fullGenerator) return generatorFull
  return holds ? 'holds' : `misses by ${factorText(target.must, median(measured))}`
}

/** The result of the comparison of two builds. */
export function difference(figure: Figure, { ratios }: Values, busiest: Busiest): string {
  if (ratios.length < fewestPairs) return tooFew
  if (Math.max(busiest.ours, busiest.theirs) > fullGenerator) return generatorFull
  const spread = spreadOf(ratios)
  if (spread.low <= 1 && spread.high >= 1) return 'no difference seen'
  return spread.low > 1 === (figure.better === 'more') ? 'better' : 'worse'
}

const tooFew = `no verdict: fewer than ${fewestPairs} pairs`
const generatorFull = 'no verdict: the load generator was full'

/** A spread that ends exactly at the target does not include the target. */
const isWithin = (must: number, { low, high }: Spread) => low < must && must < high

const factorText = (one: number, other: number) =>
  `${(Math.max(one, other) / Math.min(one, other)).toFixed(1)}x`

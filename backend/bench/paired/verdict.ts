import { median, spreadOf, type Spread } from '../statistics.js'
import type { Figure } from './line.js'
import type { Busiest, Measured } from './measure.js'

/** Fewer say nothing: see `spreadOf`. */
export const fewestPairs = 5
/** A load generator busier than this may be what is measured. */
const fullGenerator = 0.9

export interface Values {
  ours: number[]
  theirs: number[]
  /** Ours to theirs, pair by pair. */
  ratios: number[]
}

/** The values of one figure. */
export function valuesOf({ ours, theirs }: Measured, key: string): Values {
  const of = (all: typeof ours) => all.flatMap((figures) => figures[key] ?? [])
  const [one, other] = [of(ours), of(theirs)]
  return { ours: one, theirs: other, ratios: other.map((value, pair) => one[pair]! / value) }
}

/**
 * Whether a figure holds. Nothing is said while its spread reaches over the target (then luck decides), nor from fewer
 * than five pairs, nor for or against a side that the load generator may have held up.
 */
export function verdict(figure: Figure, values: Values, busiest: Busiest): string {
  const { target, better } = figure
  const measured = target?.of === 'ratio' ? values.ratios : values.ours
  if (measured.length < fewestPairs) return tooFew
  if (!target) return ''
  const spread = spreadOf(measured)
  if (isWithin(target.must, spread)) return 'no verdict: the spread reaches over the target'
  const holds = spread.low >= target.must === (better === 'more')
  const heldUp = holds && target.of === 'ratio' ? busiest.theirs : holds ? 0 : busiest.ours
  if (heldUp > fullGenerator) return full
  return holds ? 'holds' : `misses by ${times(target.must, median(measured))}`
}

/** What the comparison of two builds shows. */
export function difference(figure: Figure, { ratios }: Values, busiest: Busiest): string {
  if (ratios.length < fewestPairs) return tooFew
  if (Math.max(busiest.ours, busiest.theirs) > fullGenerator) return full
  const spread = spreadOf(ratios)
  if (spread.low <= 1 && spread.high >= 1) return 'no difference seen'
  return spread.low > 1 === (figure.better === 'more') ? 'better' : 'worse'
}

const tooFew = `no verdict: fewer than ${fewestPairs} pairs`
const full = 'no verdict: the load generator was full'

/** A bound that is met exactly is met. */
const isWithin = (must: number, { low, high }: Spread) => low < must && must < high

const times = (one: number, other: number) =>
  `${(Math.max(one, other) / Math.min(one, other)).toFixed(1)}x`

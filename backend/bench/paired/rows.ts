import { median, spreadOf } from '../statistics.js'
import type { Line } from '../report.js'
import type { Figure, PairedLine } from './line.js'
import type { Measured } from './measure.js'
import { difference, valuesOf, verdict, type Values } from './verdict.js'

/** The table rows of the measured figures, each with its spread. */
export function rowsOf(
  { figures }: Pick<PairedLine, 'figures'>,
  measured: Measured,
  setup: { database: string; limit?: string; against?: string }
): Line[] {
  return Object.entries(figures).flatMap(([key, figure]) => {
    const values = valuesOf(measured, key)
    if (values.ours.length === 0) return []
    const { limit, against, database } = setup
    const other = values.theirs.length > 0 ? formatSpread(figure, values.theirs) : ''
    return {
      what: `${figure.what} (${database})`,
      ours: formatSpread(figure, values.ours),
      yardstick: other && `${against ?? limit}: ${other}`,
      ratio: other && formatRatio(values),
      target: against === undefined ? formatTarget(figure) : '',
      verdict: (against === undefined ? verdict : difference)(figure, values, measured.busiest),
    }
  })
}

/** Median and spread. */
function formatSpread({ unit }: Figure, values: number[]): string {
  const { low, high } = spreadOf(values)
  return `${round(median(values))}${unit === '/s' ? '' : ' '}${unit} (${round(low)} to ${round(high)})`
}

function formatRatio({ ratios }: Values): string {
  const { low, high } = spreadOf(ratios)
  return `${median(ratios).toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
}

function formatTarget({ target, better, unit }: Figure): string {
  if (!target) return ''
  const { of, must, aim } = target
  const written = (value: number) =>
    of === 'ratio' ? String(value) : `${round(value)}${unit === '/s' ? '' : ' '}${unit}`
  const bound = `${of === 'ratio' ? 'ratio ' : ''}${better === 'more' ? 'at least' : 'at most'} ${written(must)}`
  return aim === undefined ? bound : `${bound}, aim ${written(aim)}`
}

/** Three digits are the precision of a measurement. */
function round(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}

import { median, spreadOf } from '../statistics.js'
import type { Line } from '../report.js'
import type { Figure, PairedLine } from './line.js'
import type { Measured } from './measure.js'
import { difference, valuesOf, verdict, type Values } from './verdict.js'

/** The lines of the table for what was measured, each with its spread. */
export function rowsOf(
  { figures }: Pick<PairedLine, 'figures'>,
  measured: Measured,
  beside: { database: string; limit?: string; against?: string }
): Line[] {
  return Object.entries(figures).flatMap(([key, figure]) => {
    const values = valuesOf(measured, key)
    if (values.ours.length === 0) return []
    const { limit, against, database } = beside
    const other = values.theirs.length > 0 ? shown(figure, values.theirs) : ''
    return {
      what: `${figure.what} (${database})`,
      ours: shown(figure, values.ours),
      yardstick: other && `${against ?? limit}: ${other}`,
      ratio: other && ratio(values),
      target: against === undefined ? target(figure) : '',
      verdict: (against === undefined ? verdict : difference)(figure, values, measured.busiest),
    }
  })
}

/** Median and spread. */
function shown({ unit }: Figure, values: number[]): string {
  const { low, high } = spreadOf(values)
  return `${round(median(values))}${unit === '/s' ? '' : ' '}${unit} (${round(low)} to ${round(high)})`
}

function ratio({ ratios }: Values): string {
  const { low, high } = spreadOf(ratios)
  return `${median(ratios).toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
}

function target({ target, better, unit }: Figure): string {
  if (!target) return ''
  const { of, must, aim } = target
  const written = (value: number) =>
    of === 'ratio' ? String(value) : `${round(value)}${unit === '/s' ? '' : ' '}${unit}`
  const bound = `${of === 'ratio' ? 'ratio ' : ''}${better === 'more' ? 'at least' : 'at most'} ${written(must)}`
  return aim === undefined ? bound : `${bound}, aim ${written(aim)}`
}

/** Three digits say all that a measurement knows. */
function round(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}

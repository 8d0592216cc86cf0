import type { Colors } from './colors.js'
import { printable } from './format.js'
import type { Output } from './streams.js'

export interface Column<T> {
  title: string
  /** For people on a terminal. */
  text: (row: T) => string
  /** For programs in a pipe. Defaults to `text`. */
  raw?: (row: T) => string
  /** Left out on a terminal, where more useful columns need the space. */
  onlyPiped?: true
  /** Never cut: a shortened id identifies nothing. */
  whole?: true
  align?: 'right'
  style?: (row: T, colors: Colors) => (text: string) => string
}

const GAP = 2
const NARROWEST = 8
const BORDERLESS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
}

/** Writes rows: an aligned table to a terminal, tab-separated lines to a pipe. Titles are optional. */
export async function writeTable<T>(
  output: Output,
  colors: Colors,
  allColumns: Array<Column<T>>,
  rows: readonly T[],
  hasHead: boolean
): Promise<void> {
  if (!output.isTTY) {
    if (hasHead) output.write(`${allColumns.map((column) => column.title).join('\t')}\n`)
    for (const row of rows) {
      const cells = allColumns.map((column) => printable((column.raw ?? column.text)(row)))
      output.write(`${cells.join('\t')}\n`)
    }
    return
  }

  const { default: Table } = await import('cli-table3')
  const available = output.columns || 80
  const columns = fittingColumns(
    allColumns.filter((column) => !column.onlyPiped),
    rows,
    available
  )
  const texts = rows.map((row) => columns.map((column) => printable(column.text(row))))
  const table = new Table({
    chars: BORDERLESS,
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [] },
    colWidths: fitWidths(columns, texts, available),
    colAligns: columns.map((column) => column.align ?? 'left'),
    head: hasHead ? columns.map((column) => colors.dim(column.title.toUpperCase())) : [],
  })
  for (const [index, row] of rows.entries()) {
    table.push(
      columns.map((column, at) => {
        const text = texts[index]?.[at] ?? ''
        return column.style ? column.style(row, colors)(text) : text
      })
    )
  }
  output.write(`${table.toString().replace(/[ \t]+$/gm, '')}\n`)
}

/** The first columns that fit at their minimum width, at least two. A wider terminal shows the rest. */
function fittingColumns<T>(columns: Array<Column<T>>, rows: readonly T[], available: number) {
  let room = available
  const count = columns.findIndex((column) => {
    const texts = rows.map((row) => printable(column.text(row)))
    const width = widthOf(column, texts)
    room -= column.whole ? width : Math.min(width, NARROWEST)
    return room < 0
  })
  return count === -1 ? columns : columns.slice(0, Math.max(count, 2))
}

function widthOf<T>(column: Column<T>, texts: string[]): number {
  return Math.max(column.title.length, ...texts.map((text) => text.length)) + GAP
}

/** Widths follow the content. A table wider than the terminal has its widest columns cut. */
function fitWidths<T>(
  columns: Array<Column<T>>,
  texts: string[][],
  available: number
): Array<number | null> {
  const widths = columns.map((column, at) =>
    widthOf(
      column,
      texts.map((row) => row[at] ?? '')
    )
  )
  if (sum(widths) <= available) return []
  const cut = widths.map((): number | null => null)
  while (sum(widths) > available) {
    const widest = Math.max(...widths.filter((_, at) => !columns[at]?.whole))
    if (widest <= NARROWEST) break
    const at = widths.findIndex((width, index) => width === widest && !columns[index]?.whole)
    widths[at] = widest - 1
    cut[at] = widest - 1
  }
  return cut
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

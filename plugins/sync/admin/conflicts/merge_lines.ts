import { diffLines, sidesOf } from '@crossdock/admin/kit'
import type { SideName } from '../model.js'

/** What becomes of a row that differs: the line of one side, or neither. */
export type Choice = SideName | 'none'

/** Rows of two texts that stay level; a row that differs has a number of its own. */
export interface MergeRow {
  source: { text: string; number: number } | null
  target: { text: string; number: number } | null
  /** Undefined where both are the same. */
  difference?: number
}

/** Two texts laid beside each other, line by line. */
export function rowsOf(source: string, target: string): MergeRow[] {
  let differences = 0
  return sidesOf(diffLines(source, target)).map(([before, after]) => {
    const isSame = before !== undefined && before.kind === 'same'
    return {
      source: before ? { text: before.text, number: before.before! } : null,
      target: after ? { text: after.text, number: after.after! } : null,
      ...(isSame ? {} : { difference: differences++ }),
    }
  })
}

/** A line that one side alone has stays; of two lines that differ the newer side's stays. */
export const choiceAtFirst = (row: MergeRow, newer: SideName): Choice =>
  row.source && row.target ? newer : row.source ? 'source' : 'target'

/** The text of the chosen lines, with the line ends of the source. */
export function mergedText(
  rows: readonly MergeRow[],
  choiceOf: (row: MergeRow) => Choice,
  source: string,
  target: string
): string {
  const lines = rows.flatMap((row) => {
    const choice = row.difference === undefined ? 'source' : choiceOf(row)
    const line = choice === 'none' ? null : row[choice]
    return line ? [line.text] : []
  })
  const end = source.includes('\r\n') ? '\r\n' : '\n'
  const isEnded = /[\r\n]$/.test(source) || /[\r\n]$/.test(target)
  return lines.join(end) + (isEnded && lines.length > 0 ? end : '')
}

/** What two lines have in common at their begin and end, in whole words, and what differs between. */
export function partsOf(one: string, other: string): { start: string; one: string; other: string } {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1
  // Not within a word or a number.
  while (start > 0 && /[\p{L}\p{N}.,]/u.test(one[start - 1]!)) start -= 1
  return { start: one.slice(0, start), one: one.slice(start), other: other.slice(start) }
}

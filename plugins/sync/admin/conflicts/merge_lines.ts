import { diffLines, sidesOf } from '@crossdock/admin/kit'
import type { SideName } from '../model.js'

/** The choice for a differing row: the line of one side, or neither. */
export type Choice = SideName | 'none'

/** Aligned rows of two texts; each differing row has a number. */
export interface MergeRow {
  source: { text: string; number: number } | null
  target: { text: string; number: number } | null
  /** Undefined if both lines are equal. */
  difference?: number
}

/** Aligns two texts line by line. */
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

/**
 * A line that only one side has is kept. Where both sides have a line, the person decides: any default could drop
 * the change of one side.
 */
export const defaultChoice = (row: MergeRow): Choice | null =>
  row.source && row.target ? null : row.source ? 'source' : 'target'

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

/** The common start and end of two lines, in whole words, and the differing parts in between. */
export function partsOf(one: string, other: string): { start: string; one: string; other: string } {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1
  // Do not split a word or a number.
  while (start > 0 && /[\p{L}\p{N}.,]/u.test(one[start - 1]!)) start -= 1
  return { start: one.slice(0, start), one: one.slice(start), other: other.slice(start) }
}

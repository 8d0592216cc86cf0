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

/**
 * The text of the chosen lines. Each line ends as in the source; a line that only the target has ends like most lines
 * of the source.
 */
export function mergedText(
  rows: readonly MergeRow[],
  choiceOf: (row: MergeRow) => Choice,
  source: string,
  target: string
): string {
  const ends = endsOf(source)
  const usual = usualEnd(source, target)
  const lines = rows.flatMap((row) => {
    const choice = row.difference === undefined ? 'source' : choiceOf(row)
    const line = choice === 'none' ? null : row[choice]
    return line ? [{ text: line.text, end: ends[(row.source?.number ?? 0) - 1] ?? usual }] : []
  })
  const isEnded = /[\r\n]$/.test(source) || /[\r\n]$/.test(target)
  return lines
    .map(({ text, end }, at) => (isEnded || at < lines.length - 1 ? text + end : text))
    .join('')
}

/** A text from a text field, which ends all lines with LF, with the usual line end of both texts. */
export function writtenText(written: string, source: string, target: string): string {
  return written.includes('\r') ? written : written.replaceAll('\n', usualEnd(source, target))
}

const endsOf = (text: string) => [...text.matchAll(/\r\n|\r|\n/g)].map(([end]) => end)

/** The most frequent line end of the source; of the target, if the source is a single line. */
function usualEnd(source: string, target: string): string {
  const ends = [endsOf(source), endsOf(target)].find(({ length }) => length > 0) ?? []
  const counts = new Map<string, number>()
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1)
  const [[usual] = ['\n']] = [...counts].sort(([, one], [, other]) => other - one)
  return usual
}

/** The common start and end of two lines, in whole words, and the differing parts in between. */
export function partsOf(one: string, other: string): { start: string; one: string; other: string } {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1
  // Do not split a word or a number.
  while (start > 0 && /[\p{L}\p{N}.,]/u.test(one[start - 1]!)) start -= 1
  return { start: one.slice(0, start), one: one.slice(start), other: other.slice(start) }
}

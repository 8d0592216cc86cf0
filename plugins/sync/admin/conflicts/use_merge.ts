import { useState } from 'react'
import type { SideName, SyncConflict } from '../model.js'
import {
  defaultChoice,
  mergedText,
  writtenText,
  type Choice,
  type MergeRow,
} from './merge_lines.js'
import { timeOf } from './VersionCard.js'

/** The choice for each difference, or a manually written text. */
export function useMerge(
  conflict: SyncConflict,
  rows: MergeRow[] | undefined,
  source: string,
  target: string
) {
  const [chosen, setChosen] = useState<Record<number, Choice>>({})
  const [written, setWritten] = useState<string>()
  const newer: SideName = timeOf(conflict.source) >= timeOf(conflict.target) ? 'source' : 'target'
  const choiceOf = (row: MergeRow): Choice | null =>
    chosen[row.difference ?? -1] ?? defaultChoice(row)
  const undecided = (rows ?? []).filter(
    (row) => row.difference !== undefined && choiceOf(row) === null
  )
  const result =
    written === undefined
      ? mergedText(rows ?? [], (row) => choiceOf(row) ?? newer, source, target)
      : writtenText(written, source, target)
  return {
    result,
    written,
    setWritten,
    choiceOf,
    /** Number of undecided differences; 0 for manually written text. */
    open: written === undefined ? undecided.length : 0,
    chooseRest: (side: SideName) =>
      setChosen((now) => ({
        ...now,
        ...Object.fromEntries(undecided.map(({ difference }) => [difference, side])),
      })),
    choose: (row: MergeRow, choice: Choice) =>
      setChosen((now) => ({ ...now, [row.difference!]: choice })),
  }
}

export type TextMerge = ReturnType<typeof useMerge>

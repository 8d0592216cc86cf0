import type { Identifier } from 'ra-core'
import { MOST_SELECTED, type ListRows } from './rows.js'

/** The old and the new index of a row. Without a new index, the row is gone or on a page that was not read again. */
export interface Move {
  from: number
  to: number
}

/** The moves of the known rows in a range (`end` is exclusive). */
export function moves(before: ListRows, now: ListRows, first: number, end: number): Move[] {
  const found: Move[] = []
  for (let from = first; from < end; from++) {
    const record = before.at(from)
    if (record) found.push({ from, to: placeOf(record.id, from, before, now) })
  }
  return found
}

/** Returns the first row that still has its neighbors. A renamed row may have moved away alone. */
export function staying(all: readonly Move[]): Move | undefined {
  const left = all.filter(({ to }) => to >= 0)
  const shifts = left.map(({ from, to }) => to - from).sort((a, b) => a - b)
  const usual = shifts[Math.floor(shifts.length / 2)] ?? 0
  return left.find(({ from, to }) => Math.abs(to - from - usual) <= all.length)
}

/** The first known row from `first` on that still exists. */
export function firstSurvivor(before: ListRows, now: ListRows, first: number): Move | undefined {
  const end = Math.min(before.count, first + MOST_SELECTED)
  for (let from = first; from < end; from++) {
    const record = before.at(from)
    const to = record ? placeOf(record.id, from, before, now) : -1
    if (to >= 0) return { from, to }
  }
  return undefined
}

/** The last known row before `end` that is still in the list. */
export function lastSurvivor(before: ListRows, now: ListRows, end: number): Move | undefined {
  for (let from = end - 1; from >= Math.max(0, end - MOST_SELECTED); from--) {
    const record = before.at(from)
    const to = record ? placeOf(record.id, from, before, now) : -1
    if (to >= 0) return { from, to }
  }
  return undefined
}

/** Returns the new index of a row; -1 if its page was read before the page of `from`, and may be outdated. */
function placeOf(id: Identifier, from: number, before: ListRows, now: ListRows): number {
  const to = now.indexOf(id)
  return to >= 0 && now.readAt(to).time >= before.readAt(from).time ? to : -1
}

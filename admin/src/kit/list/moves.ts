import type { Identifier } from 'ra-core'
import { MOST_SELECTED, type ListRows } from './rows.js'

/** Where a row was and is; it is nowhere when it has gone, or lies on a page that has not been read since. */
export interface Move {
  from: number
  to: number
}

/** What became of the rows from one to before another, as far as they were known. */
export function moves(before: ListRows, now: ListRows, first: number, end: number): Move[] {
  const found: Move[] = []
  for (let from = first; from < end; from++) {
    const record = before.at(from)
    if (record) found.push({ from, to: placeOf(record.id, from, before, now) })
  }
  return found
}

/** The first row that is still among those it was with: one that was renamed may have gone far away alone. */
export function staying(all: readonly Move[]): Move | undefined {
  const left = all.filter(({ to }) => to >= 0)
  const shifts = left.map(({ from, to }) => to - from).sort((a, b) => a - b)
  const usual = shifts[Math.floor(shifts.length / 2)] ?? 0
  return left.find(({ from, to }) => Math.abs(to - from - usual) <= all.length)
}

/** The first known row from there on that has not gone. */
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

/** A page that was read earlier than the one where the row was tells where it has been. */
function placeOf(id: Identifier, from: number, before: ListRows, now: ListRows): number {
  const to = now.indexOf(id)
  return to >= 0 && now.readAt(to).time >= before.readAt(from).time ? to : -1
}

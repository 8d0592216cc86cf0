import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import { useListContext } from 'ra-core'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { firstSurvivor, lastSurvivor, moves, staying } from './moves.js'
import { useListRows, type ListRows } from './rows.js'
import { useListQuery } from './use_list_query.js'

/** The rows in view at the last scroll. */
interface View {
  rows: ListRows
  asked: string
  across: number
  lines: readonly VirtualItem[]
  offset: number
  /** The scroll position after rows disappeared. */
  at: number
  /** Rows that have gone and were searched for. */
  sought: Set<number>
}

/**
 * Keeps the rows in view at their place while rows above them are inserted or removed, by any person. When all
 * of them are removed, the following rows take their place. A list scrolled to its beginning is left alone,
 * because people wait for new rows there.
 * @param across number of rows per line
 */
export function useSteadyView(
  view: Virtualizer<Window, Element>,
  box: RefObject<HTMLElement | null>,
  across = 1
): void {
  const rows = useListRows()
  const asked = useListQuery()
  const { isPlaceholderData } = useListContext()
  const now = { rows, asked: isPlaceholderData ? '' : asked, across, lines: view.getVirtualItems() }
  const last = useRef(now)
  // Kept until the next scroll, because the shown rows may be from pages that are being reloaded.
  const lastView = useRef<View>(undefined)

  useLayoutEffect(() => {
    const previous = last.current
    last.current = now
    if (previous.rows === rows || !box.current) return
    const isThere =
      lastView.current && Math.abs(window.scrollY - reachable(lastView.current.at)) <= 1
    const isSame = ({ asked, across }: Pick<View, 'asked' | 'across'>) =>
      asked === now.asked && across === now.across
    const offset = view.scrollOffset ?? 0
    const before =
      lastView.current && isThere && isSame(lastView.current)
        ? lastView.current
        : { ...previous, offset, at: offset, sought: new Set<number>() }
    lastView.current = undefined
    if (!isSame(before) || now.asked === '') return

    const top = before.offset + coveredAbove(box.current)
    const bottom = before.offset + window.innerHeight
    const linesInView = before.lines.filter(({ start, end }) => end > top && start < bottom)
    const [first] = linesInView
    if (!first || (first.index === 0 && first.start >= top)) return
    const from = first.index * across
    const end = (linesInView.at(-1)!.index + 1) * across
    const known = moves(before.rows, rows, from, end)
    if (known.length === 0) return
    lastView.current = before

    /** Scrolls so that a row is where a line was. */
    const put = (index: number, line: VirtualItem) => {
      const start = view.measurementsCache[Math.floor(index / across)]?.start ?? line.start
      const to = before.offset + start - line.start
      if (Math.abs(to - window.scrollY) > 1) window.scrollTo({ top: to, behavior: 'instant' })
      before.at = window.scrollY
    }
    const anchor = staying(known)
    if (anchor) return put(anchor.to, linesInView[Math.floor(anchor.from / across) - first.index]!)
    const next = firstSurvivor(before.rows, rows, end)
    // All rows from there on are gone or unread. The row after the last remaining row above takes their place.
    const above = next ? undefined : lastSurvivor(before.rows, rows, from)
    if (next) put(next.to, first)
    else if (above) put(above.to + 1, first)
    else before.at = window.scrollY
    const change = next
      ? next.to - next.from
      : above
        ? above.to + 1 - from
        : rows.count - before.rows.readAt(from).count
    if (change === 0 || before.sought.has(change)) return
    before.sought.add(change)
    // A failed read is reported when the rows come into view.
    rows.seek(from + change, end + change).catch(() => undefined)
  })
}

/** Limits the position to the height of a page that has become shorter. */
const reachable = (top: number) =>
  Math.max(0, Math.min(top, document.documentElement.scrollHeight - window.innerHeight))

/** How much of the rows is covered by what sticks to the top of the page, in pixels. */
function coveredAbove(box: HTMLElement): number {
  const list = box.closest('[data-list]')
  const heads = [list?.firstElementChild, box.previousElementSibling?.querySelector('th')]
  const bottoms = heads.map((head) => head?.getBoundingClientRect().bottom ?? 0)
  return Math.max(list ? parseFloat(getComputedStyle(list).scrollMarginTop) : 0, ...bottoms)
}

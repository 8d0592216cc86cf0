import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import { useListContext } from 'ra-core'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { firstSurvivor, lastSurvivor, moves, staying } from './moves.js'
import { useListRows, type ListRows } from './rows.js'
import { useAsked } from './use_asked.js'

/** What was in sight when somebody had scrolled there. */
interface Sight {
  rows: ListRows
  asked: string
  across: number
  lines: readonly VirtualItem[]
  offset: number
  /** Where the page stands since rows have gone. */
  at: number
  /** Where rows that have gone were looked for. */
  sought: Set<number>
}

/**
 * Keeps the rows in sight where they are while rows above them come and go, by whoever's hand; when all of them go, what came behind
 * them takes their place. A list that is seen from its beginning is left alone: there people wait for what is new.
 * @param across how many rows stand beside each other in a line
 */
export function useSteadyView(
  view: Virtualizer<Window, Element>,
  box: RefObject<HTMLElement | null>,
  across = 1
): void {
  const rows = useListRows()
  const asked = useAsked()
  const { isPlaceholderData } = useListContext()
  const now = { rows, asked: isPlaceholderData ? '' : asked, across, lines: view.getVirtualItems() }
  const last = useRef(now)
  // Until somebody scrolls on: what is shown meanwhile may be of pages that are read again.
  const sight = useRef<Sight>(undefined)

  useLayoutEffect(() => {
    const previous = last.current
    last.current = now
    if (previous.rows === rows || !box.current) return
    const isThere = sight.current && Math.abs(window.scrollY - reachable(sight.current.at)) <= 1
    const isSame = ({ asked, across }: Pick<Sight, 'asked' | 'across'>) =>
      asked === now.asked && across === now.across
    const offset = view.scrollOffset ?? 0
    const before =
      sight.current && isThere && isSame(sight.current)
        ? sight.current
        : { ...previous, offset, at: offset, sought: new Set<number>() }
    sight.current = undefined
    if (!isSame(before) || now.asked === '') return

    const top = before.offset + coveredAbove(box.current)
    const bottom = before.offset + window.innerHeight
    const inSight = before.lines.filter(({ start, end }) => end > top && start < bottom)
    const [first] = inSight
    if (!first || (first.index === 0 && first.start >= top)) return
    const from = first.index * across
    const end = (inSight.at(-1)!.index + 1) * across
    const known = moves(before.rows, rows, from, end)
    if (known.length === 0) return
    sight.current = before

    /** Shows a row where a line was. */
    const put = (index: number, line: VirtualItem) => {
      const start = view.measurementsCache[Math.floor(index / across)]?.start ?? line.start
      const to = before.offset + start - line.start
      if (Math.abs(to - window.scrollY) > 1) window.scrollTo({ top: to, behavior: 'instant' })
      before.at = window.scrollY
    }
    const anchor = staying(known)
    if (anchor) return put(anchor.to, inSight[Math.floor(anchor.from / across) - first.index]!)
    const next = firstSurvivor(before.rows, rows, end)
    // All rows from there on are gone or unread: the next row follows the last one that is left above.
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
    // What cannot be read is told of where it comes in sight.
    rows.seek(from + change, end + change).catch(() => undefined)
  })
}

/** A page that has become shorter ends before. */
const reachable = (top: number) =>
  Math.max(0, Math.min(top, document.documentElement.scrollHeight - window.innerHeight))

/** How far down the rows are covered by what stays at the top of the page. */
function coveredAbove(box: HTMLElement): number {
  const list = box.closest('[data-list]')
  const heads = [list?.firstElementChild, box.previousElementSibling?.querySelector('th')]
  const bottoms = heads.map((head) => head?.getBoundingClientRect().bottom ?? 0)
  return Math.max(list ? parseFloat(getComputedStyle(list).scrollMarginTop) : 0, ...bottoms)
}

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSteadyView } from './use_steady_view.js'

/** Gap between cards, in pixels. Rows of phones have none. */
const GAP = 16
/** The estimated height of a line of cards, and of a row; each is measured later. */
const LINE_HEIGHT = 96
const ROW_HEIGHT = 61

/** The lines of a grid of cards. Only lines in view are rendered. */
export function useCardRows(count: number, cardWidth: number, isPhone: boolean) {
  const grid = useRef<HTMLUListElement>(null)
  const [{ top, width }, setPlace] = useState({ top: 0, width: 0 })
  useLayoutEffect(() => {
    const list = grid.current
    if (!list) return
    const place = () => {
      const top = list.getBoundingClientRect().top + window.scrollY
      const width = list.clientWidth
      setPlace((before) => (before.top === top && before.width === width ? before : { top, width }))
    }
    place()
    const watch = new ResizeObserver(place)
    watch.observe(list)
    return () => watch.disconnect()
  }, [])
  const fitting = Math.floor((width + GAP) / (Math.min(cardWidth, width || cardWidth) + GAP))
  const across = isPhone ? 1 : Math.max(1, fitting)
  const lines = useWindowVirtualizer({
    count: Math.ceil(count / across),
    estimateSize: () => (isPhone ? ROW_HEIGHT : LINE_HEIGHT),
    overscan: 3,
    gap: isPhone ? 0 : GAP,
    scrollMargin: top,
  })
  useSteadyView(lines, grid, across)
  const shown = lines.getVirtualItems()
  const begin = shown[0]
  const end = shown.at(-1)
  return {
    grid,
    across,
    measure: lines.measureElement,
    reveal: (index: number) => lines.scrollToIndex(Math.floor(index / across), { align: 'center' }),
    first: (begin?.index ?? 0) * across,
    last: Math.min(count - 1, ((end?.index ?? 0) + 1) * across - 1),
    // Keeps the height of the lines that are not rendered, so that the scroll bar is correct.
    style: {
      gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`,
      paddingTop: (begin?.start ?? top) - top,
      paddingBottom: Math.max(0, lines.getTotalSize() - ((end?.end ?? top) - top)),
    },
  }
}

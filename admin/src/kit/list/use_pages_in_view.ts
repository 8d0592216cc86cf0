import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** The number of rows above and below the view that are read ahead. */
const NEAR = 50
/** A page is read after this time (ms) in view. */
const STAY = 100

/** Returns the pages of a list that are in view, without the first page. Pages scrolled past quickly are left out. */
export function usePagesInView(perPage: number, total: number) {
  const [[from, to], setRange] = useState([0, 0])
  const seen = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = useCallback(
    (first: number, last: number) => {
      const range = [first - NEAR, last + NEAR].map((index) => Math.floor(index / perPage) + 1)
      if (seen.current === range.join()) return
      seen.current = range.join()
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setRange(range as [number, number]), STAY)
    },
    [perPage]
  )
  const end = Math.ceil(total / perPage)
  const pages = useMemo(() => {
    const begin = Math.max(2, from)
    return Array.from({ length: Math.max(0, Math.min(to, end) - begin + 1) }, (_, at) => begin + at)
  }, [from, to, end])
  return { pages, isTop: from <= 1, show }
}

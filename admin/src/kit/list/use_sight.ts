import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** Read before they come into sight: so many rows above and below. */
const NEAR = 50
/** In sight for so long, a page is read. */
const STAY = 100

/** Which pages of a list are in sight, beside the first; those scrolled past are never. */
export function useSight(perPage: number, total: number) {
  const [[from, to], setSight] = useState([0, 0])
  const seen = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = useCallback(
    (first: number, last: number) => {
      const sight = [first - NEAR, last + NEAR].map((index) => Math.floor(index / perPage) + 1)
      if (seen.current === sight.join()) return
      seen.current = sight.join()
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setSight(sight as [number, number]), STAY)
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

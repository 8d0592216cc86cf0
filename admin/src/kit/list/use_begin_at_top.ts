import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useNavigationType } from 'react-router-dom'
import { useAsked } from './use_asked.js'

/**
 * Shows the beginning of a list when something else is asked for: a shorter answer would leave people at its end.
 * Behind Back the browser knows where one was.
 * @param list with `scroll-margin-top` for what covers the top of the page
 */
export function useBeginAtTop(list: RefObject<HTMLElement | null>): void {
  const asked = useAsked()
  const isReturn = useNavigationType() === 'POP'
  const before = useRef(asked)
  useLayoutEffect(() => {
    const box = list.current
    if (before.current === asked) return
    before.current = asked
    if (!box || isReturn) return
    const isCovered =
      box.getBoundingClientRect().top < parseFloat(getComputedStyle(box).scrollMarginTop)
    if (isCovered) box.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, [asked, isReturn, list])
}

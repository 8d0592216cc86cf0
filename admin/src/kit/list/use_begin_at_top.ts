import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useNavigationType } from 'react-router-dom'
import { useListQuery } from './use_list_query.js'

/**
 * Scrolls to the beginning of a list when its query changes, because a shorter answer would show its end. After
 * Back, the browser restores the position.
 * @param list with `scroll-margin-top` for what covers the top of the page
 */
export function useBeginAtTop(list: RefObject<HTMLElement | null>): void {
  const asked = useListQuery()
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

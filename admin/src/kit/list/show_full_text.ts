import type { MouseEvent } from 'react'

/** Shows the full text of a cut log cell in a tooltip. */
export function showFullText({ target }: MouseEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell) return
  const isCut = [cell, ...cell.querySelectorAll('*')].some(
    ({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth
  )
  if (isCut) cell.title = cell.innerText
  else cell.removeAttribute('title')
}

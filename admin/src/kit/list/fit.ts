import { useLayoutEffect, useRef } from 'react'

/** How much a bar shows, from all of it to the least; its style says what each leaves out. */
const STEPS = ['words', 'icons', 'menu', 'least'] as const

/** Which of `data-fit` a bar has: the first with which all that is in it stands on its one line. */
export function useFit() {
  const bar = useRef<HTMLDivElement>(null)
  const fit = () => {
    const element = bar.current
    if (!element) return
    for (const step of STEPS) {
      element.dataset.fit = step
      if (element.scrollWidth <= element.clientWidth) return
    }
  }
  // Whatever was drawn anew may be wider now.
  useLayoutEffect(fit)
  useLayoutEffect(() => {
    const watch = new ResizeObserver(fit)
    if (bar.current) watch.observe(bar.current)
    return () => watch.disconnect()
  }, [])
  return bar
}

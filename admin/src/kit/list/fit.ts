import { useLayoutEffect, useRef } from 'react'

/** The steps in which a bar shows less, from everything to the minimum. The bar's style decides what a step hides. */
const STEPS = ['words', 'icons', 'menu', 'least'] as const

/** Chooses the `data-fit` of a bar: the first step with which its content fits on one line. */
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
  // Content may be wider after any render.
  useLayoutEffect(fit)
  useLayoutEffect(() => {
    const watch = new ResizeObserver(fit)
    if (bar.current) watch.observe(bar.current)
    return () => watch.disconnect()
  }, [])
  return bar
}

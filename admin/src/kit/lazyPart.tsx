import { lazy, Suspense, type ComponentType } from 'react'

/**
 * A part of a screen whose code is loaded when it is first shown: dialogs (forms weigh as much as a
 * screen) and what only some people see. The screen around it stays as it is meanwhile.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>
): ComponentType<P> {
  const Part: ComponentType<P> = lazy(load)
  return function LazyPart(props: P) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

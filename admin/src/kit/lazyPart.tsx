import { Component, createContext, lazy, Suspense, useContext } from 'react'
import type { ComponentType, ReactNode } from 'react'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** Called when the code of a part could not be loaded. */
export const PartMissing = createContext<() => unknown>(() => undefined)

/**
 * A part whose code loads separately. `preload` loads it when the pointer or the focus is on the button that opens the
 * part.
 */
export type LazyPart<P> = ComponentType<P> & { preload: () => void }

/**
 * A part of a screen whose code loads when the browser is idle: dialogs (forms are as large as a screen) and
 * parts that only some people see. When the code cannot be loaded, the part closes and the screen stays.
 */
export function lazyPart<P extends object>(load: Load<P>): LazyPart<P> {
  let Part: ComponentType<P> = lazy(load)
  const preload = () => void load().catch(() => undefined)
  whenIdle(preload)
  function Lazy(props: P) {
    const report = useContext(PartMissing)
    const onMissing = () => {
      // React caches a failed load, so create a new lazy component.
      Part = lazy(load)
      report()
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose()
    }
    return (
      <PartBoundary onMissing={onMissing}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
  return Object.assign(Lazy, { preload })
}

const parts = new WeakMap<object, unknown>()

/** Returns the component for a plugin's load function. The same function always returns the same component. */
export function partOf<P extends object>(load: Load<P>): ComponentType<P> {
  const part = (parts.get(load) as ComponentType<P> | undefined) ?? lazyPart(load)
  parts.set(load, part)
  return part
}

interface PartBoundaryProps {
  onMissing: () => void
  children: ReactNode
}

class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidCatch(error: unknown) {
    if (isMissingCode(error)) this.props.onMissing()
  }
  override render() {
    if (this.state.error === undefined) return this.props.children
    if (isMissingCode(this.state.error)) return null
    // The screen shows errors of the part itself.
    throw this.state.error
  }
}

/** Whether an error means that a module or its styles could not be fetched, by the messages of browsers and Vite. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS/i.test(error.message)

/** Calls a function when the browser has nothing else to do. */
export function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 10_000 })
  else setTimeout(run, 2_000)
}

import { Component, createContext, lazy, Suspense, useContext } from 'react'
import type { ComponentType, ReactNode } from 'react'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** Told when the code of a part could not be loaded. */
export const PartMissing = createContext<() => unknown>(() => undefined)

/** A part with code of its own, which `preload` fetches: when a pointer or the focus is on what opens it. */
export type LazyPart<P> = ComponentType<P> & { preload: () => void }

/**
 * A part of a screen whose code waits until the browser has nothing else to do: dialogs (forms weigh as
 * much as a screen) and what only some people see. When it cannot be loaded, the part closes and the
 * screen stays as it is.
 */
export function lazyPart<P extends object>(load: Load<P>): LazyPart<P> {
  let Part: ComponentType<P> = lazy(load)
  const preload = () => void load().catch(() => undefined)
  whenIdle(preload)
  function Lazy(props: P) {
    const tell = useContext(PartMissing)
    const onMissing = () => {
      // What failed to load once would fail for ever.
      Part = lazy(load)
      tell()
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

/** The part behind a function that loads it, as plugins declare them: one part for each. */
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
    // A fault of the part itself is the screen's to show.
    throw this.state.error
  }
}

/** What browsers and Vite say when a module or its styles could not be fetched. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS/i.test(error.message)

function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 10_000 })
  else setTimeout(run, 2_000)
}

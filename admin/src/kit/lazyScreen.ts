import { lazy, type ComponentType } from 'react'

type Loaded<P> = { default: ComponentType<P> }

/** A component whose code loads separately. After `preload` it renders immediately, without a placeholder. */
export type LazyScreen<P> = ComponentType<P> & { preload: () => Promise<void> }

/** React's `lazy` with preloading: for screens, and for what plugins show on the first screen. */
export function lazyScreen<P extends object>(load: () => Promise<Loaded<P>>): LazyScreen<P> {
  let loaded: Loaded<P> | undefined
  const preload = async () => {
    loaded = await load()
  }
  return Object.assign(
    lazy(() => (loaded ? resolvedSynchronously(loaded) : load())),
    { preload }
  ) as unknown as LazyScreen<P>
}

// A promise resolves asynchronously even when its value is known, so React would render the placeholder first.
// oxlint-disable-next-line unicorn/no-thenable
const resolvedSynchronously = <T>(value: T) =>
  ({ then: (resolve: (value: T) => void) => resolve(value) }) as Promise<T>

/** Loads the code of all components that support it. Those that fail report it when they render. */
export async function preloadAll(components: readonly object[]): Promise<void> {
  await Promise.allSettled(
    components.map((component) => (component as Partial<LazyScreen<object>>).preload?.())
  )
}

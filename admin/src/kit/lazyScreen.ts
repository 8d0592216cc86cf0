import { lazy, type ComponentType } from 'react'

type Loaded<P> = { default: ComponentType<P> }

/** A component with code of its own. What was fetched by `preload` is drawn at once, without a placeholder before it. */
export type LazyScreen<P> = ComponentType<P> & { preload: () => Promise<void> }

/** React's `lazy`, whose code can be fetched before it is first drawn: screens, and what plugins put into the first one. */
export function lazyScreen<P extends object>(load: () => Promise<Loaded<P>>): LazyScreen<P> {
  let loaded: Loaded<P> | undefined
  const preload = async () => {
    loaded = await load()
  }
  return Object.assign(
    lazy(() => (loaded ? atOnce(loaded) : load())),
    { preload }
  ) as unknown as LazyScreen<P>
}

// A promise tells only later what it already knows, and React would draw the placeholder meanwhile.
// oxlint-disable-next-line unicorn/no-thenable
const atOnce = <T>(value: T) => ({ then: (tell: (value: T) => void) => tell(value) }) as Promise<T>

/** Fetches the code of components that can be; those that cannot be fetched say so once they are drawn. */
export async function preloadAll(components: readonly object[]): Promise<void> {
  await Promise.allSettled(
    components.map((component) => (component as Partial<LazyScreen<object>>).preload?.())
  )
}

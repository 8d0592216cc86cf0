import type { TracingChannel } from 'node:diagnostics_channel'
import { currentApplication, runsIn } from '../ground/application.js'

interface Listener<T> {
  begun?(about: T): void
  ended(about: T, seconds: number): void
}

/**
 * Subscribes to events of the current application only: a process may have several applications.
 * @returns a function that unsubscribes
 */
export function follow<T extends object>(
  happenings: TracingChannel<unknown, T>,
  { begun, ended }: Listener<T>
): () => void {
  const application = currentApplication()
  const since = new WeakMap<T, number>()
  const handlers = {
    start(about: T) {
      if (!runsIn(application)) return
      since.set(about, performance.now())
      begun?.(about)
    },
    // Without a check of the application: an answer may end outside any application.
    asyncEnd(about: T) {
      const at = since.get(about)
      if (at === undefined) return
      since.delete(about)
      ended(about, (performance.now() - at) / 1000)
    },
  }
  happenings.subscribe(handlers as Parameters<typeof happenings.subscribe>[0])
  return () => void happenings.unsubscribe(handlers as Parameters<typeof happenings.unsubscribe>[0])
}

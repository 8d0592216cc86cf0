import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * One Crossdock in this process, with its own settings, database, services and caches. The key is AdonisJS'
 * application object; only its identity is used.
 */
export type Application = object

const storage = new AsyncLocalStorage<Application>()
/** Applications that have begun and not ended. */
const live = new Set<Application>()
/** For kernel code without an application: before one begins, in scripts and specs. */
const none: Application = {}

/** Called at the start of an application, before any of its parts is used. */
export function beginApplication(application: Application): void {
  live.add(application)
}

/** Applications whose start has succeeded. */
const started = new WeakSet<Application>()

/** Called when an application has started, including its plugins and workers. */
export function endStart(application: Application): void {
  started.add(application)
}

/** Whether the start is complete. The server already answers while plugins and workers start. */
export const isStarted = (): boolean => started.has(currentApplication())

/**
 * Called when an application has ended or failed to start. Drops everything that belongs to the application.
 */
export function endApplication(application: Application): void {
  live.delete(application)
}

/** Runs `work`, and everything it causes, in an application. */
export function inApplication<T>(application: Application, work: () => T): T {
  return storage.run(application, work)
}

/**
 * Returns the application of the running code. Code outside any application belongs to the only one in the
 * process.
 * @throws when there are several, because any choice would be a guess
 */
export function currentApplication(): Application {
  return storage.getStore() ?? only()
}

/** Whether the calling code runs in this application; false where `currentApplication` would have to guess. */
export function runsIn(application: Application): boolean {
  const [first = none] = live
  return (storage.getStore() ?? (live.size > 1 ? undefined : first)) === application
}

function only(): Application {
  if (live.size > 1) {
    throw new Error(
      `${live.size} applications run in this process and this code runs outside all of them: call it in inApplication().`
    )
  }
  const [application = none] = live
  return application
}

/**
 * A variable with one value per application; a module variable would be shared by all applications.
 * @param initial creates the value on the first access by an application
 * @returns a getter for the current application's value
 */
export function perApplication<T>(initial: () => T): () => T {
  const made = new WeakMap<Application, { of: T }>()
  return () => {
    const application = currentApplication()
    const known = made.get(application)
    if (known) return known.of
    const of = initial()
    made.set(application, { of })
    return of
  }
}

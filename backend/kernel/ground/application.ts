import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * One Crossdock in this process: settings, database, services and everything remembered are its own. It is known by
 * AdonisJS' application object; nothing of that is used here, only that it is itself.
 */
export type Application = object

const storage = new AsyncLocalStorage<Application>()
/** Those that have begun and not ended. */
const live = new Set<Application>()
/** Where parts of the kernel work by themselves: before an application begins, in scripts and specs without one. */
const none: Application = {}

/** Called by whoever starts an application, before anything of it is used. */
export function beginApplication(application: Application): void {
  live.add(application)
}

/** Those whose start has ended well. */
const started = new WeakSet<Application>()

/** Called when the start of an application has ended, its plugins and workers included. */
export function endStart(application: Application): void {
  started.add(application)
}

/** Whether the start has ended. The server answers before, while plugins and workers still begin. */
export const isStarted = (): boolean => started.has(currentApplication())

/** Called when an application has ended or could not start. What it remembers goes with it. */
export function endApplication(application: Application): void {
  live.delete(application)
}

/** Runs `work`, and all that follows from it, in an application. */
export function inApplication<T>(application: Application, work: () => T): T {
  return storage.run(application, work)
}

/**
 * The application whose code runs. Code that runs in none belongs to the only one there is.
 * @throws when there are several: whose it is would be a guess.
 */
export function currentApplication(): Application {
  return storage.getStore() ?? only()
}

/** Whether the code that asks runs in this application; false where `currentApplication` would have to guess. */
export function runsIn(application: Application): boolean {
  const [first = none] = live
  return (storage.getStore() ?? (live.size > 1 ? undefined : first)) === application
}

function only(): Application {
  if (live.size > 1) {
    throw new Error(
      `${live.size} applications run in this process and this code runs in none of them: call it in inApplication().`
    )
  }
  const [application = none] = live
  return application
}

/**
 * What each application has of its own where one variable of a module would be shared by all of them.
 * @param initial makes it when the current application asks for it first
 * @returns gives that of the current application
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

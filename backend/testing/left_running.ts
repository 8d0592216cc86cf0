/** What a test has started and must stop: an application, for example. */
interface Running {
  stop(): Promise<void>
}

const running = new Set<Running>()
let stopping: Promise<unknown> = Promise.resolve()

export const noteStarted = (one: Running): void => void running.add(one)
export const noteStopped = (one: Running): void => void running.delete(one)

/**
 * Begins to stop what a group of tests has left running. Otherwise the groups after it would fail, too.
 * @returns how many were left
 */
export function stopLeft(): number {
  const left = [...running]
  running.clear()
  stopping = Promise.allSettled([stopping, ...left.map((one) => one.stop())])
  return left.length
}

/** Resolves when everything that was left running has stopped. */
export const leftStopped = (): Promise<unknown> => stopping

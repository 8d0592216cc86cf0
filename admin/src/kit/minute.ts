const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls all listeners once a minute at the same moment: one timer for the whole page. Returns a function that stops it. */
export function everyMinute(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((one) => one()), 60_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

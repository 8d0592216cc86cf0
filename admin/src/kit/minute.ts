const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls once a minute, all who asked at the same moment: one clock for all times of a page. Returns how to stop. */
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

/** A phase of a plugin that has begun. `phase` reads after "while". */
interface Phase {
  plugin: string
  phase: string
}

/** Shared by all applications of the process, because the process ends for all of them. */
const open = new Set<Phase>()
const firstReportMs = 10_000

/**
 * Reports a phase that does not end: after ten seconds, then every minute, and when the process exits during
 * the phase. Without this report, a plugin that waits forever or calls `process.exit` stays unnamed.
 * @returns a function that ends the phase
 */
export function watchPhase(plugin: string, phase: string): () => void {
  if (open.size === 0) process.on('exit', reportOpen)
  const one = { plugin, phase }
  open.add(one)
  const since = performance.now()
  const report = () => {
    const seconds = Math.round((performance.now() - since) / 1000)
    console.error(`Plugin "${plugin}" is still ${phase} after ${seconds} seconds.`)
    timer = setTimeout(report, 60_000).unref()
  }
  let timer = setTimeout(report, firstReportMs).unref()
  return () => {
    clearTimeout(timer)
    open.delete(one)
    if (open.size === 0) process.off('exit', reportOpen)
  }
}

function reportOpen(): void {
  for (const { plugin, phase } of open) {
    console.error(`Crossdock ended while plugin "${plugin}" was ${phase}.`)
  }
}

/** A part of a plugin's life that has begun: `phase` as it reads behind "while". */
interface Phase {
  plugin: string
  phase: string
}

/** Of all applications of the process: it ends for all of them. */
const open = new Set<Phase>()
const longMs = 10_000

/**
 * Has a phase told that never ends: after ten seconds and then each minute, and when the process ends in it. Nothing
 * else would name the plugin whose code waits for what never comes, or calls `process.exit`.
 * @returns ends the phase
 */
export function watchPhase(plugin: string, phase: string): () => void {
  if (open.size === 0) process.on('exit', tellOpen)
  const one = { plugin, phase }
  open.add(one)
  const since = performance.now()
  const tell = () => {
    const seconds = Math.round((performance.now() - since) / 1000)
    console.error(`Plugin "${plugin}" is still ${phase} after ${seconds} seconds.`)
    timer = setTimeout(tell, 60_000).unref()
  }
  let timer = setTimeout(tell, longMs).unref()
  return () => {
    clearTimeout(timer)
    open.delete(one)
    if (open.size === 0) process.off('exit', tellOpen)
  }
}

function tellOpen(): void {
  for (const { plugin, phase } of open) {
    console.error(`Crossdock ended while plugin "${plugin}" was ${phase}.`)
  }
}

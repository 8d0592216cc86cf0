import type { Server } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** So long at most, however many come. */
const longestMs = 2_000

/**
 * Stops listening in a moment in which nobody waits to be let in: the operating system cuts off whoever does when a socket
 * is closed, also when they have sent their request already. One is let in each turn of the loop.
 */
export async function takeLastConnections(server: Server): Promise<void> {
  const begun = performance.now()
  let came = true
  const note = () => void (came = true)
  server.on('connection', note)
  while (came && performance.now() - begun < longestMs) {
    came = false
    await setImmediate()
  }
  server.off('connection', note)
  server.close()
}

import type { Server } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** So long at most, however many come. */
const longestMs = 2_000

/**
 * A turn of the loop that says nobody waits: it asks the operating system once, at its beginning, so who comes while it
 * does something else is seen by the next one only. A turn with nothing to do takes some 50 µs.
 */
const shortTurnMs = 0.5

/**
 * Stops listening in a moment in which nobody waits to be let in: the operating system cuts off whoever does when a socket
 * is closed, also when they have sent their request already. One is let in each turn of the loop, so all are let in before
 * any of them is served: of a server with more to do than it can there would never be such a moment.
 */
export async function takeLastConnections(server: Server): Promise<void> {
  const begun = performance.now()
  const came: unknown[] = []
  const emit = server.emit
  server.emit = (event: string | symbol, ...given: unknown[]) =>
    event === 'connection'
      ? came.push(given[0]) > 0
      : Reflect.apply(emit, server, [event, ...given])
  let known = 0
  let turnMs = 0
  // What is left of the turn this is called in has asked already.
  await setImmediate()
  do {
    known = came.length
    const turned = performance.now()
    await setImmediate()
    turnMs = performance.now() - turned
  } while ((came.length > known || turnMs > shortTurnMs) && performance.now() - begun < longestMs)
  server.emit = emit
  server.close()
  for (const connection of came) server.emit('connection', connection)
}

import type { Server } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** Longest wait, however many connections come. */
const longestMs = 2_000

/**
 * A shorter turn of the event loop means that no connection is waiting: it polls the operating system once at
 * its start, so connections that arrive later appear in the next turn. An idle turn takes about 50 µs.
 */
const shortTurnMs = 0.5

/**
 * Stops listening when no connection waits to be accepted, because closing a socket cuts off waiting clients
 * even if their request was already sent. Each turn of the event loop accepts one connection. None is served
 * before all are accepted, because an overloaded server would otherwise never reach the end.
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
  // The rest of the current turn has already polled.
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

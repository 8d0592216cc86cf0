import type { ServerResponse } from 'node:http'

/** By the response: one listener for all who wait for its end. */
const waiting = new WeakMap<ServerResponse, (() => void)[]>()

/** Calls `work` once nothing of an answer is on its way any more, however it ended: sent, or broken off. */
export function whenClosed(response: ServerResponse, work: () => void): void {
  if (response.closed || response.destroyed) return work()
  const others = waiting.get(response)
  if (others) return void others.push(work)
  const all = [work]
  waiting.set(response, all)
  response.once('close', () => {
    for (const one of all) one()
  })
}

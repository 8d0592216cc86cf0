import type { ServerResponse } from 'node:http'
import { attached } from '../ground/attached.js'

/** By the response: one listener for all who wait for its end. */
const waiting = attached<ServerResponse, (() => void)[]>('waiting for its end')

/** Calls `work` once nothing of an answer is on its way any more, however it ended: sent, or broken off. */
export function whenClosed(response: ServerResponse, work: () => void): void {
  if (response.closed || response.destroyed) return work()
  const others = waiting.of(response)
  if (others) return void others.push(work)
  const all = waiting.attach(response, [work])
  response.once('close', () => {
    for (const one of all) one()
  })
}

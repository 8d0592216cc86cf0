import type { ServerResponse } from 'node:http'
import { attached } from './attached.js'

/** One listener per response runs all callbacks. */
const waiting = attached<ServerResponse, (() => void)[]>('waiting for its end')

/** Calls `work` once an answer has ended, completely sent or broken off. */
export function whenClosed(response: ServerResponse, work: () => void): void {
  if (response.closed || response.destroyed) return work()
  const others = waiting.of(response)
  if (others) return void others.push(work)
  const all = waiting.attach(response, [work])
  response.once('close', () => {
    for (const one of all) one()
  })
}

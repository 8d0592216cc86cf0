import { Problem, text } from '@crossdock/kernel/ground'
import { perApplication } from '@crossdock/kernel/plugin'
import { mostBytesUnderWay } from '../limits.js'

const state = perApplication(() => ({ bytes: 0 }))

/**
 * Reserves memory for a body before it is read. Returns a function that releases the memory, at most once.
 * @param bytes maximum size of the body
 * @throws Problem 503 if the bodies in progress use all of `mostBytesUnderWay`
 */
export function reserveBytes(bytes: number): () => void {
  const held = state()
  if (held.bytes + bytes > mostBytesUnderWay) {
    const sentence = text(
      'The server is receiving too many bodies at present. Try again in a moment.'
    )
    throw new Problem(503, 'E_BUSY', sentence, { headers: { 'retry-after': '5' } })
  }
  held.bytes += bytes
  let isHeld = true
  return () => {
    if (isHeld) held.bytes -= bytes
    isHeld = false
  }
}

import { Problem, text } from '@crossdock/kernel/http'
import { perApplication } from '@crossdock/kernel/plugin'
import { mostBytesUnderWay } from '../limits.js'

const state = perApplication(() => ({ bytes: 0 }))

/**
 * Takes room for a body that is about to be read, until the returned function is called; a second call of it does nothing.
 * @param bytes as many as it may have
 * @throws Problem 503 when the bodies under way have no room left
 */
export function holdBytes(bytes: number): () => void {
  const held = state()
  if (held.bytes + bytes > mostBytesUnderWay) {
    const sentence = text('Too many bodies are under way at present. Try again in a moment.')
    throw new Problem(503, 'E_BUSY', sentence, {
      headers: { 'retry-after': '5', connection: 'close' },
    })
  }
  held.bytes += bytes
  let isHeld = true
  return () => {
    if (isHeld) held.bytes -= bytes
    isHeld = false
  }
}

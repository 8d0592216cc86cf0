import { setTimeout as delay } from 'node:timers/promises'
import { logger } from '@crossdock/kernel/plugin'
import { text, type Text } from '@crossdock/kernel/http'

/** A part of an answer that others do not wait for. */
export interface Part<T> {
  value: T | null
  /** Why there is none. */
  reason: Text | null
}

const patienceMs = 4_000

/** Asks for a part and waits for so long; what fails is told by name alone, the log has the whole of it. */
export async function bounded<T>(name: string, ask: () => Promise<T>): Promise<Part<T>> {
  const timer = new AbortController()
  const late = delay(patienceMs, undefined, { signal: timer.signal }).then(() => 'late' as const)
  late.catch(() => undefined)
  try {
    const found = await Promise.race([ask().then((value) => ({ value })), late])
    if (found !== 'late') return { value: found.value, reason: null }
    return {
      value: null,
      reason: text('No answer within {seconds} seconds.', { seconds: patienceMs / 1_000 }),
    }
  } catch (error) {
    logger.use().warn({ err: error, part: name }, 'a part of the system page could not be read')
    return { value: null, reason: text('It could not be read; the log of the server says why.') }
  } finally {
    timer.abort()
  }
}

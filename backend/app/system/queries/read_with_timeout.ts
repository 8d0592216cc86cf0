import { setTimeout as delay } from 'node:timers/promises'
import { logger } from '@crossdock/kernel/plugin'
import { text, type Text } from '@crossdock/kernel/ground'

/** A part of an answer; the other parts do not wait for it. */
export interface PartResult<T> {
  value: T | null
  /** Why it is missing. */
  reason: Text | null
}

const timeoutMs = 4_000

/** Reads a part with a time limit. On failure the answer contains only its name; the log has the error. */
export async function readWithTimeout<T>(
  name: string,
  ask: () => Promise<T>
): Promise<PartResult<T>> {
  const timer = new AbortController()
  const late = delay(timeoutMs, undefined, { signal: timer.signal }).then(() => 'late' as const)
  late.catch(() => undefined)
  try {
    const found = await Promise.race([ask().then((value) => ({ value })), late])
    if (found !== 'late') return { value: found.value, reason: null }
    return {
      value: null,
      reason: text('No answer within {seconds} seconds.', { seconds: timeoutMs / 1_000 }),
    }
  } catch (error) {
    logger.use().warn({ err: error, part: name }, 'a part of the system page could not be read')
    return {
      value: null,
      reason: text('It could not be read. See the log of the server for the reason.'),
    }
  } finally {
    timer.abort()
  }
}

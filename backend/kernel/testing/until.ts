import { setTimeout as delay } from 'node:timers/promises'

/** Longer than any successful wait, however busy the machine is. */
const patienceMs = 180_000

/**
 * Waits for background work: polls `probe` until it returns a truthy value, and returns that value. A slow
 * probe is polled less often, so that polling does not delay the work.
 * @throws after `timeoutMs`, naming what was waited for
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  timeoutMs = patienceMs
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const asked = performance.now()
    const found = await probe()
    if (found) return found
    const answered = performance.now()
    if (answered > deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}.`)
    await delay(Math.max(15, answered - asked))
  }
}

import { setTimeout as delay } from 'node:timers/promises'

/** Only what will never come takes so long, however busy the machine is. */
const patienceMs = 180_000

/**
 * Waits for background work: asks `probe` until it gives something truthy, and returns that. What takes long to answer
 * is asked less often, so that asking does not hold up what is waited for.
 * @throws after `timeoutMs`, with what was waited for.
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
    if (answered > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}.`)
    await delay(Math.max(15, answered - asked))
  }
}

import { Problem } from '@crossdock/kernel/ground'
import type { Limit } from '@crossdock/kernel/limits'

/** Whether the caller made the error, such as a wrong code; false for internal errors. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 401 || error.code === 'E_PROOF')

/**
 * Counts an attempt before it runs, so that parallel attempts count each other. Keeps the count only if the
 * attempt is refused, so correct answers are never limited.
 */
export async function countAttempt<T>(
  limit: Limit,
  key: string,
  attempt: () => Promise<T>
): Promise<T> {
  await limit.use(key)
  let refused = false
  try {
    return await attempt()
  } catch (error) {
    refused = isRefused(error)
    throw error
  } finally {
    if (!refused) await limit.giveBack(key)
  }
}

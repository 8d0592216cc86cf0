import { Problem, type Limit } from '@crossdock/kernel/http'

/** Wrong codes and the like, and no trouble of ours. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 401 || error.code === 'E_PROOF')

/**
 * Counts an attempt before it is made, so that those made at the same time count each other, and
 * forgets it unless it was refused: people who get it right are never slowed down.
 */
export async function spendingTries<T>(
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

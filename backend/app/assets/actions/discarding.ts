import { Problem } from '@crossdock/kernel/ground'
import { contentStore, type StoredContent } from '@crossdock/kernel/storage'
import { isOutOfRoom } from '../storage_quota.js'

/**
 * Runs work that records written content. Releases the bytes when the work has surely failed, and keeps them when the
 * outcome of its commit is unknown.
 */
export async function discardOnFailure<Result>(
  content: StoredContent,
  work: () => Promise<Result>
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isCertain = isOutOfRoom(error) || (error instanceof Problem && error.status < 500)
    if (isCertain) await contentStore.use().discard(content)
    throw error
  }
}

import { Problem } from '@crossdock/kernel/ground'
import { contentStore, type StoredContent } from '@crossdock/kernel/storage'
import { isOverQuota } from '../storage_quota.js'

/**
 * Runs work that records written content. Releases the content if the work is refused. After another error
 * the commit may have succeeded, so the content stays.
 */
export async function discardOnFailure<Result>(
  content: StoredContent,
  work: () => Promise<Result>
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isCertain = isOverQuota(error) || (error instanceof Problem && error.status < 500)
    if (isCertain) await contentStore.use().discard(content)
    throw error
  }
}

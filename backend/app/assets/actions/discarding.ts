import { Problem } from '@crossdock/kernel/http'
import { contentStore, type StoredContent } from '@crossdock/kernel/storage'
import { isOutOfRoom } from '../room.js'

/** Does what records a written content; refused for certain, its room is given back. A commit may have an unknown outcome. */
export async function discarding<Result>(
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

import { logger } from '../ground/logger.js'
import { contentStore, StorageRefused } from '../storage/index.js'

/** Finds the place of content before the server listens. @throws StorageRefused */
export async function openContent(): Promise<void> {
  try {
    await contentStore.use().open()
  } catch (error) {
    if (error instanceof StorageRefused) throw error
    // A disk that is full, say: reading goes on, and the health tells of it.
    logger.use().error({ err: error }, 'the place where files are kept cannot be opened')
  }
}

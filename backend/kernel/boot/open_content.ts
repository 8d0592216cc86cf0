import { logger } from '../ground/logger.js'
import { contentStore, StorageRefused } from '../storage/index.js'

/** Opens the content storage before the server listens. @throws StorageRefused */
export async function openContent(): Promise<void> {
  try {
    await contentStore.use().open()
  } catch (error) {
    if (error instanceof StorageRefused) throw error
    // For example a full disk: reads continue, and health reports it.
    logger.use().error({ err: error }, 'the content storage cannot be opened')
  }
}

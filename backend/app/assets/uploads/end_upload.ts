import { transaction } from '@crossdock/kernel/database'
import { contentStore, collectSoon } from '@crossdock/kernel/storage'
import type { Upload } from '../models/upload.js'

/** Cancels an upload; a file that it became stays. */
export async function endUpload(upload: Upload): Promise<void> {
  await transaction(async () => {
    await contentStore.use().drafts.drop(upload.id)
    await upload.delete()
    await collectSoon()
  })
}

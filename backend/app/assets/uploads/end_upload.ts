import { transaction } from '@crossdock/kernel/database'
import { contentStore, collectSoon } from '@crossdock/kernel/storage'
import type { Upload } from '../models/upload.js'

/** Deletes an upload and its draft. A completed upload's file stays. */
export async function endUpload(upload: Upload): Promise<void> {
  await transaction(async () => {
    await contentStore.use().drafts.drop(upload.id)
    await upload.delete()
    await collectSoon()
  })
}

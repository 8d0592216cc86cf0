import { transaction } from '@crossdock/kernel/database'
import { contentStore, giveBackSoon } from '@crossdock/kernel/storage'
import type { Upload } from '../models/upload.js'

/** Gives an upload up; a file it has become stays. */
export async function endUpload(upload: Upload): Promise<void> {
  await transaction(async () => {
    await contentStore.use().drafts.drop(upload.id)
    await upload.delete()
    await giveBackSoon()
  })
}
